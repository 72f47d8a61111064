package io.fairlead.manager.services;

import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Claim;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.ReleaseAnswer;
import io.fairlead.store.AffinityStore.Renewed;
import io.fairlead.store.ContestedRooms;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The homes of all rooms: how one is found or made, and how it lives on or ends. Touched by the loop's thread only. */
final class Homes {

    private final Timeline timeline;
    private final ServiceClock clock;
    private final Stores stores;
    private final Limits limits;
    private final ContestedRooms contested = new ContestedRooms();
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

        static Settled of(Scheduler.Home home) {
            return new Settled(null, home.placement(), home.claimed());
        }

        static Settled no(Placed refused) {
            return new Settled(refused, null, null);
        }
    }

    /**
     * Finds the home of a room, or makes one.
     *
     * @param scheduler knows the instances of its service
     * @param room the room
     * @param asked what is asked for
     */
    CompletionStage<Settled> settle(Scheduler scheduler, Room room, PlacementRequest asked) {
        if (stores.keeping().isShared()) {
            return scheduler.place(asked, null).thenApply(Settled::of);
        }
        return find(room)
                .thenComposeAsync(
                        remembered -> {
                            Duration left = left(scheduler.view(), remembered);
                            if (!left.isZero()) {
                                return done(Settled.no(new Placed.Learning(room.id(), left)));
                            }
                            if (remembered == null && isFull()) {
                                return done(Settled.no(new Placed.Full(limits.rooms())));
                            }
                            return scheduler.place(asked, remembered).thenApply(Settled::of);
                        },
                        timeline::execute);
    }

    private static CompletionStage<Settled> done(Settled settled) {
        return CompletableFuture.completedFuture(settled);
    }

    /** Time until all rooms of a service are known; zero once they are. */
    Duration knownIn(ServiceView view) {
        return left(view, null);
    }

    /** How often processes are to renew their claims: at once where those were lost. */
    Duration renewEvery() {
        return stores.rooms().renewedIn().isZero() ? AffinityStore.RENEW_EVERY : LoadReport.PERIOD;
    }

    /** A shared store knows all rooms from the start on, but can lose them; what is in own memory was lost with the last one. */
    private Duration left(ServiceView view, @Nullable Claim remembered) {
        if (!stores.keeping().isShared()) {
            return wait.left(clock.running(), view, remembered);
        }
        return remembered == null ? stores.rooms().renewedIn() : Duration.ZERO;
    }

    ContestedRooms contested() {
        return contested;
    }

    Instant now() {
        return clock.now();
    }

    private boolean isFull() {
        return stores.keeping().roomsHeld() >= limits.rooms();
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

    /** Claims a room as a program wishes that placed it itself. */
    CompletionStage<ClaimReply> claim(ServiceView view, Room room, ClaimWish wish) {
        return find(room)
                .thenComposeAsync(
                        remembered -> {
                            Duration left = left(view, remembered);
                            if (!left.isZero()) {
                                return refused(new Placed.Learning(room.id(), left));
                            }
                            if (remembered == null && isFull()) {
                                return refused(new Placed.Full(limits.rooms()));
                            }
                            return stores.rooms()
                                    .claim(room, wish, clock.now())
                                    .thenApply(claimed -> new ClaimReply(null, claimed));
                        },
                        timeline::execute);
    }

    private static CompletionStage<ClaimReply> refused(Placed why) {
        return CompletableFuture.completedFuture(new ClaimReply(why, null));
    }

    /** Claims a room for a process that has it without a claim. */
    CompletionStage<ClaimReply> adopt(Room room, Owner process) {
        Duration left = stores.rooms().renewedIn();
        if (!left.isZero()) {
            // Who has it with a claim renews that first, or the room would be taken from there.
            return refused(new Placed.Learning(room.id(), left));
        }
        if (isFull()) {
            return refused(new Placed.Full(limits.rooms()));
        }
        return stores.rooms()
                .claim(room, new ClaimWish(process, null), clock.now())
                .thenApply(claimed -> new ClaimReply(null, claimed));
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
