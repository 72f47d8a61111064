package io.fairlead.manager.services;

import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.ReleaseAnswer;
import io.fairlead.store.AffinityStore.Renewed;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The homes of all rooms: how one is found or made, and how it lives on or ends. Touched by the loop's thread only. */
final class Homes {

    /** With a shared store somebody may be quicker than us once or twice; more often is a fault. */
    private static final int ATTEMPTS = 4;

    private final Timeline timeline;
    private final ServiceClock clock;
    private final Stores stores;
    private final Limits limits;
    private final RoomWait wait = new RoomWait();

    Homes(Timeline timeline, ServiceClock clock, Stores stores, Limits limits) {
        this.timeline = timeline;
        this.clock = clock;
        this.stores = stores;
        this.limits = limits;
    }

    /** What became of a room: one of the refusals, or a placement and the claim behind it. */
    record Settled(
            @Nullable Placed refused,
            @Nullable Placement placement,
            @Nullable Claimed claimed) {

        static Settled no(Placed refused) {
            return new Settled(refused, null, null);
        }
    }

    /**
     * Finds the home of a room, or makes one.
     *
     * @param room the room
     * @param view the instances of its service
     * @param placer proposes an instance for a room with a remembered home or none
     */
    CompletionStage<Settled> settle(Room room, ServiceView view, Function<@Nullable Claim, Placement> placer) {
        return find(room)
                .thenComposeAsync(
                        remembered -> attempt(new Attempt(room, view, placer, 1), remembered), timeline::execute);
    }

    private record Attempt(Room room, ServiceView view, Function<@Nullable Claim, Placement> placer, int number) {

        Attempt next() {
            return new Attempt(room, view, placer, number + 1);
        }
    }

    private CompletionStage<Settled> attempt(Attempt attempt, @Nullable Claim remembered) {
        Duration left = wait.left(clock.running(), attempt.view, remembered);
        if (!left.isZero()) {
            return done(Settled.no(new Placed.Learning(attempt.room.id(), left)));
        }
        Placement placement = attempt.placer.apply(remembered);
        Candidate chosen = placement.chosen();
        if (chosen == null) {
            return done(new Settled(null, placement, null));
        }
        if (remembered == null && isFull()) {
            return done(Settled.no(new Placed.Full(limits.rooms())));
        }
        Owner from = remembered == null || placement.basis() == Basis.AFFINITY ? null : remembered.owner();
        return stores.rooms()
                .claim(attempt.room, new ClaimWish(chosen.owner(), from), clock.now())
                .thenComposeAsync(claimed -> claimed(attempt, placement, claimed), timeline::execute);
    }

    private CompletionStage<Settled> claimed(Attempt attempt, Placement placement, Claimed claimed) {
        Candidate chosen = placement.chosen();
        if (chosen != null && claimed.claim().owner().equals(chosen.owner())) {
            return done(new Settled(null, placement, claimed));
        }
        if (attempt.number >= ATTEMPTS) {
            throw new IllegalStateException(
                    "room " + attempt.room + " moved " + ATTEMPTS + " times while it was placed");
        }
        return attempt(attempt.next(), claimed.claim());
    }

    private static CompletionStage<Settled> done(Settled settled) {
        return CompletableFuture.completedFuture(settled);
    }

    /** Time until the manager, which has just started, knows all rooms of a service; zero once it does. */
    Duration knownIn(ServiceView view) {
        return wait.left(clock.running(), view, null);
    }

    private boolean isFull() {
        return stores.roomsHeld().getAsInt() >= limits.rooms();
    }

    CompletionStage<@Nullable Claim> find(Room room) {
        return stores.rooms().find(room, clock.now());
    }

    /** Lets a claim live on; null if there is no room left to remember it. */
    CompletionStage<@Nullable Renewed> renew(Room room, Claim held) {
        if (!isFull()) {
            return stores.rooms().renew(room, held, clock.now()).thenApply(renewed -> renewed);
        }
        return find(room)
                .thenCompose(standing -> standing == null
                        ? CompletableFuture.<@Nullable Renewed>completedFuture(null)
                        : stores.rooms()
                                .renew(room, held, clock.now())
                                .<@Nullable Renewed>thenApply(renewed -> renewed));
    }

    /** Ends the home of a room, if it is the one of an epoch where one is given. */
    CompletionStage<RoomEnd> release(Room room, OptionalLong epoch) {
        return find(room).thenCompose(standing -> {
            if (standing == null) {
                return CompletableFuture.completedFuture(RoomEnd.UNKNOWN);
            }
            if (epoch.isPresent() && epoch.getAsLong() != standing.epoch()) {
                return CompletableFuture.completedFuture(RoomEnd.NOT_HELD);
            }
            return stores.rooms()
                    .release(room, standing, clock.now())
                    .thenApply(answer -> answer == ReleaseAnswer.DONE ? RoomEnd.DONE : RoomEnd.NOT_HELD);
        });
    }
}
