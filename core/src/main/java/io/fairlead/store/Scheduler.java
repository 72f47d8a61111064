package io.fairlead.store;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.Room;
import io.fairlead.placement.SchedulerState;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler of one service: it looks at the reports from time to time, places rooms by what it saw and learnt, and claims
 * them. A room costs one call of the store, and none where nobody will look for it again.
 *
 * <p>A store that does not answer keeps nobody waiting for a place: the answer then rests on the last view, which for a room
 * is the same in every scheduler, and comes without a claim; the process that gets the room claims it by renewing.
 *
 * <p>It is touched by one thread at a time: every call, and what follows from an answer of the store, is a turn of the
 * executor.
 */
public final class Scheduler {

    /** Somebody may be quicker with a room once or twice; more often is a fault. */
    private static final int ATTEMPTS = 4;

    /** A store that refuses a claim within this time can probably be read; one that is silent would be waited for twice. */
    private static final Duration AT_ONCE = Duration.ofMillis(250);

    private final ServiceId service;
    private final Tools tools;
    private final UnsureClaims unsure;
    private PlacementSettings settings;
    private SchedulerState state = SchedulerState.initial();
    private final Sight sight;

    /**
     * What a scheduler works with.
     *
     * @param read reads the instances of the service
     * @param rooms where rooms are claimed
     * @param known remembers the homes that were told, for when the store does not answer
     * @param turns takes turns one at a time
     * @param clock time that never goes back; a store with a clock of its own does not ask for it
     * @param draw the random source
     */
    public record Tools(
            Supplier<CompletionStage<DrainedView>> read,
            RoomClaims rooms,
            KnownClaims known,
            Executor turns,
            Supplier<Instant> clock,
            Draw draw) {}

    /**
     * A scheduler that has not looked yet: until it has, nothing is known.
     *
     * @param service the service
     * @param settings how its rooms are placed
     */
    public Scheduler(ServiceId service, PlacementSettings settings, Tools tools) {
        this.service = service;
        this.settings = settings;
        this.tools = tools;
        this.unsure = new UnsureClaims(tools);
        this.sight = new Sight(service, tools, this::looked);
    }

    /**
     * Where a room goes.
     *
     * @param placement the place, and why
     * @param claimed the home of the room; null for one that nobody will look for, and where the store is away
     */
    public record Home(Placement placement, @Nullable Claimed claimed) {}

    /** Places by other settings from now on. */
    public void settings(PlacementSettings other) {
        settings = other;
    }

    /** What it has learnt. */
    public SchedulerState state() {
        return state;
    }

    /** Reads the reports; ends with the view that counts from then on. A store that does not answer leaves the last one. */
    public CompletionStage<ServiceView> look() {
        return sight.look();
    }

    private void looked(@Nullable ServiceView read) {
        if (read != null && read.current()) {
            state = state.learn(read, settings, tools.clock().get());
        }
        unsure.again(read != null);
    }

    /**
     * The view, read anew if the last look is longer ago than a time. Nobody waits for that who has seen something within twice
     * that time, or cannot see, or where the store is slow to answer; and of many that ask at a time the first one's look is
     * that of all.
     */
    public CompletionStage<ServiceView> glance(Duration most) {
        return sight.glance(most);
    }

    /** Its owner has changed something in the store, so what was seen before does not count any more. */
    public void changed() {
        sight.changed();
    }

    /** The instances as they are taken to be now. */
    public ServiceView view() {
        return sight.view();
    }

    /** The same with the orders to drain that stand. */
    public DrainedView drained() {
        return sight.drained();
    }

    /** The placer that decides by what is known now. */
    public Placer placer() {
        return new Placer(settings, state);
    }

    /** A caller could not connect to a process: it gets nothing new until it has reported again. */
    public void connectFailed(Owner process) {
        state = state.connectFailed(process, tools.clock().get());
    }

    /**
     * Finds the home of a room, or makes one.
     *
     * @param request what is asked for
     * @param known the home of the room as it was found a moment ago, or null if that is not known
     */
    public CompletionStage<Home> place(PlacementRequest request, @Nullable Claim known) {
        Owner unreachable = request.unreachable();
        if (unreachable != null) {
            connectFailed(unreachable);
        }
        Instant asked = tools.clock().get();
        Claim last = known == null ? last(request) : known;
        return attempt(new Attempt(request, last, 1, false, false, null), known)
                .thenApplyAsync(
                        home -> {
                            RoomId room = request.room();
                            if (room != null && home.claimed() != null) {
                                tools.known()
                                        .told(
                                                new Room(service, room),
                                                home.claimed().claim(),
                                                asked);
                            }
                            return home;
                        },
                        tools.turns());
    }

    private @Nullable Claim last(PlacementRequest request) {
        RoomId room = request.room();
        return room == null ? null : tools.known().last(new Room(service, room));
    }

    /**
     * One try.
     *
     * @param request what is asked for
     * @param last the home of the room as it was last known
     * @param number 1 for the first
     * @param looked whether the view was read after the home was found
     * @param searched whether the home was searched for
     * @param found the claim that stood, as the store told with the try before this; null in the first
     */
    private record Attempt(
            PlacementRequest request,
            @Nullable Claim last,
            int number,
            boolean looked,
            boolean searched,
            @Nullable Claimed found) {

        Attempt withLook() {
            return new Attempt(request, last, number, true, searched, found);
        }

        Attempt withSearch() {
            return new Attempt(request, last, number, looked, true, null);
        }

        Attempt after(Claimed standing) {
            return new Attempt(request, last, number + 1, false, searched, standing);
        }
    }

    private CompletionStage<Home> attempt(Attempt attempt, @Nullable Claim remembered) {
        PlacementRequest request = attempt.request;
        RoomId room = request.room();
        boolean unknown = room != null && remembered == null && !attempt.searched;
        if (room != null && unknown && isAnyRoomUnknown()) {
            return search(attempt, new Room(service, room));
        }
        boolean leaves = remembered != null && sight.mustMove(remembered.owner());
        Placement placement = placer().place(request, view(), leaves ? null : remembered, tools.draw());
        boolean stays = placement.basis() == Basis.AFFINITY;
        if (remembered != null && !stays && !leaves && !attempt.looked && sight.isCurrent()) {
            // Whoever has the room may have come since the last look. Nobody is dead for not having been seen yet.
            return look().thenComposeAsync(fresh -> attempt(attempt.withLook(), remembered), tools.turns());
        }
        Candidate chosen = placement.chosen();
        if (chosen == null) {
            // Nobody takes a new room, but this one may live somewhere.
            return room != null && unknown
                    ? search(attempt, new Room(service, room))
                    : CompletableFuture.completedFuture(new Home(placement, null));
        }
        if (room == null) {
            onItsWay(chosen, request);
            return CompletableFuture.completedFuture(new Home(placement, null));
        }
        if (stays && attempt.found != null) {
            return CompletableFuture.completedFuture(new Home(placement, attempt.found));
        }
        if (remembered == null && isAnyRoomUnknown()) {
            // Whoever has the room renews it; who gets it now claims it after that.
            return CompletableFuture.completedFuture(new Home(alone(request, attempt.last), null));
        }
        Owner from = remembered == null || stays ? null : remembered.owner();
        Instant asked = tools.clock().get();
        return unsure.claim(new Room(service, room), chosen.owner(), from)
                .handle((claimed, trouble) -> claimed == null
                        ? unclaimed(
                                attempt,
                                remembered,
                                Duration.between(asked, tools.clock().get()),
                                trouble)
                        : claimed(attempt, placement, claimed))
                .thenCompose(home -> home);
    }

    /** Whether a room without a home may live somewhere, since the store has lost what was in it. */
    private boolean isAnyRoomUnknown() {
        return !tools.rooms().renewedIn().isZero();
    }

    /** Goes on with the home that a room has. A store that does not answer leaves it without one that is known. */
    private CompletionStage<Home> search(Attempt attempt, Room room) {
        return tools.rooms()
                .find(room, tools.clock().get())
                .handleAsync(
                        (found, trouble) -> {
                            if (trouble != null && !OutcomeUnknownException.isBehind(trouble)) {
                                throw new CompletionException(trouble);
                            }
                            return attempt(attempt.withSearch(), found);
                        },
                        tools.turns())
                .thenCompose(home -> home);
    }

    private CompletionStage<Home> claimed(Attempt attempt, Placement placement, Claimed claimed) {
        Candidate chosen = placement.chosen();
        boolean stays = placement.basis() == Basis.AFFINITY;
        if (chosen != null
                && claimed.claim().owner().equals(chosen.owner())
                && (stays || claimed.origin() != Origin.KEPT)) {
            if (claimed.origin() != Origin.KEPT) {
                onItsWay(chosen, attempt.request);
            }
            return CompletableFuture.completedFuture(new Home(placement, claimed));
        }
        // It lives somewhere, be it where it was drawn: what was drawn did not decide that.
        if (attempt.number >= ATTEMPTS) {
            return CompletableFuture.failedFuture(new OutcomeUnknownException("room " + attempt.request.room()
                    + " of service " + service + " moved " + ATTEMPTS + " times while it was placed: ask again"));
        }
        return attempt(attempt.after(claimed), claimed.claim());
    }

    /** The store takes no claim: the room goes where it lives, as far as that can be read, or every scheduler places it alike. */
    private CompletionStage<Home> unclaimed(
            Attempt attempt, @Nullable Claim remembered, Duration after, @Nullable Throwable trouble) {
        if (!OutcomeUnknownException.isBehind(trouble)) {
            return CompletableFuture.failedFuture(
                    trouble == null ? new IllegalStateException("a claim without an answer") : trouble);
        }
        PlacementRequest request = attempt.request;
        RoomId room = request.room();
        if (room == null || remembered != null || attempt.searched || after.compareTo(AT_ONCE) > 0) {
            Claim known = remembered == null ? attempt.last : remembered;
            return CompletableFuture.completedFuture(new Home(alone(request, known), null));
        }
        return tools.rooms()
                .find(new Room(service, room), tools.clock().get())
                .handleAsync(
                        (found, failure) -> {
                            Placement placement = alone(request, found == null ? attempt.last : found);
                            Candidate chosen = placement.chosen();
                            boolean stands = found != null
                                    && chosen != null
                                    && chosen.owner().equals(found.owner());
                            return new Home(placement, stands ? new Claimed(found, Origin.KEPT) : null);
                        },
                        tools.turns());
    }

    /**
     * Places a room without asking the store: where it was known to live, or where every scheduler puts it by the last view. A
     * claim of the room that has no answer yet is moved there when the store answers again.
     */
    public Placement alone(PlacementRequest request) {
        return alone(request, last(request));
    }

    private Placement alone(PlacementRequest request, @Nullable Claim known) {
        Placement placement = placer().place(request, sight.outdated(), known, tools.draw());
        RoomId room = request.room();
        if (room != null && placement.chosen() != null) {
            unsure.placed(new Room(service, room), placement.chosen().owner());
        }
        return placement;
    }

    private void onItsWay(Candidate chosen, PlacementRequest request) {
        state = state.placed(chosen.owner(), request.cost(), tools.clock().get());
    }
}
