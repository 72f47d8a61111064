package io.fairlead.client;

import io.fairlead.Incarnation;
import io.fairlead.RoomId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Owner;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports one instance of a service, to a manager or to stores that are shared with those who place rooms: each 3 s with a tenth of jitter, and at once when its state changes. The
 * first report registers it, {@link #close} takes it out.
 *
 * <p>One reporter is one incarnation: rooms of an earlier one are not its. A report that fails is not sent again; a newer one
 * is, after a back-off of at most 3 s.
 */
public final class LoadReporter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoadReporter.class);

    /** Beyond the budget, for handing the end over from thread to thread. */
    private static final Duration HANDING_OVER = Duration.ofMillis(500);

    private final InstanceSettings self;
    private final Incarnation incarnation;
    private final HeldRooms rooms;
    private final Duration budget;
    private final Timeline timeline;
    private final ReportLoop loop;
    private final ReportLine line;
    private final Consumer<Runnable> hand;
    private final Runnable gone;
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    LoadReporter(InstanceSettings self, Incarnation incarnation, Wiring wiring) {
        this.self = self;
        this.incarnation = incarnation;
        this.rooms = wiring.rooms;
        this.budget = wiring.budget;
        this.timeline = wiring.timeline;
        this.line = wiring.line;
        this.hand = wiring.hand;
        this.loop = wiring.loop;
        this.gone = () -> wiring.gone.accept(this);
    }

    /**
     * What a reporter is made of.
     *
     * @param hand runs what ends a future to which the application's code is chained
     * @param gone told when the reporter has left
     */
    record Wiring(
            HeldRooms rooms,
            ReportLoop loop,
            ReportLine line,
            Timeline timeline,
            Consumer<Runnable> hand,
            Duration budget,
            Consumer<LoadReporter> gone) {}

    void begin() {
        timeline.execute(loop::report);
    }

    /** This process, as the owner of its rooms. */
    public Owner owner() {
        return new Owner(self.instance().id(), incarnation);
    }

    /**
     * Ends when the first report was answered, from when on the instance gets rooms if its state is {@code UP}; fails if the
     * reporter ends before that.
     */
    public CompletionStage<Void> registered() {
        return handed(loop.registered());
    }

    /**
     * The instance takes rooms, and says so at once. An operator's order to
     * drain that still stands is heard again with the answer.
     */
    public void ready() {
        change(InstanceState.UP);
    }

    /** The instance keeps the rooms that it has and takes no new ones, and says so at once. */
    public void drain() {
        change(InstanceState.DRAINING);
    }

    /** The instance is out of service, and says so at once. */
    public void maintenance() {
        change(InstanceState.MAINTENANCE);
    }

    private void change(InstanceState state) {
        timeline.execute(() -> loop.change(state));
    }

    /**
     * Renews a room from now on: it lives here, under the epoch of its placement ({@link Place#claim}). An epoch below one that
     * is known of the room changes nothing. At most 20,000 rooms; one more is an {@link IllegalStateException}.
     */
    public void hold(RoomId room, long epoch) {
        rooms.hold(room, epoch);
    }

    /**
     * Claims a room that came without a claim, since the store of the rooms did not answer when it was placed ({@link
     * Place#claim} is empty): with the next report, and renews it from then on. The listener is told the epoch ({@link
     * InstanceListener#roomClaimed}), or that the room is lost, where it has another home. A room that is held already changes
     * nothing. At most 20,000 rooms; one more is an {@link IllegalStateException}.
     */
    public void hold(RoomId room) {
        rooms.hold(room);
    }

    /** Renews a room from now on, by its claim; refuses the claim of another process. */
    public void hold(RoomId room, Claim claim) {
        if (!claim.owner().equals(owner())) {
            throw new IllegalArgumentException("room " + room + " is claimed by " + claim.owner() + ", and this is "
                    + owner() + ": only the process that owns a room renews it");
        }
        hold(room, claim.epoch());
    }

    /**
     * Ends a room that lives here: it is not renewed any more, and its claim ends. {@link ReleaseAnswer#LIVES_NOWHERE} if it
     * was not held here, or has no claim yet; one that is under way ends when it is there. Should the call fail, the claim ends
     * by itself after 2 minutes.
     */
    public CompletionStage<ReleaseAnswer> end(RoomId room) {
        Optional<HeldRooms.Held> held = rooms.end(room);
        if (held.isEmpty() || !held.get().hasClaim()) {
            return CompletableFuture.completedFuture(ReleaseAnswer.LIVES_NOWHERE);
        }
        return line.release(room, held.get().epoch(), budget);
    }

    /** How it stands with the manager. */
    public ReporterStatus status() {
        return loop.status();
    }

    /**
     * Stops reporting and says goodbye, without waiting. Ends when the manager has answered, and fails if it did not within
     * the budget; then it counts the instance out after 9 s of silence.
     */
    public CompletionStage<Void> leave() {
        timeline.execute(() -> {
            var unused = loop.leave().whenComplete((done, failure) -> {
                gone.run();
                if (failure == null) {
                    left.complete(null);
                } else {
                    left.completeExceptionally(failure);
                }
            });
        });
        return handed(left);
    }

    /** The same end, on a thread where whoever waits for it may take his time. */
    private CompletableFuture<Void> handed(CompletableFuture<Void> end) {
        CompletableFuture<Void> copy = new CompletableFuture<>();
        var unused = end.whenComplete((done, failure) -> hand.accept(() -> {
            if (failure == null) {
                copy.complete(null);
            } else {
                copy.completeExceptionally(failure);
            }
        }));
        return copy;
    }

    /** Leaves, and waits for it: at most for the client's budget. A goodbye that comes to nothing is logged. */
    @Override
    public void close() {
        await(leave().toCompletableFuture(), budget.plus(HANDING_OVER));
    }

    /** Has all of them leave, and waits for that at most for a budget. */
    static void leaveAll(Collection<LoadReporter> reporters, Duration budget) {
        CompletableFuture<?>[] goodbyes = reporters.stream()
                .map(reporter -> reporter.leave().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        if (goodbyes.length > 0) {
            await(CompletableFuture.allOf(goodbyes), budget.plus(HANDING_OVER));
        }
    }

    private static void await(CompletableFuture<?> goodbye, Duration most) {
        try {
            goodbye.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            LOG.warn("a goodbye came to nothing: {}", String.valueOf(failed.getCause()));
        } catch (TimeoutException late) {
            LOG.warn("a goodbye was not answered within {}", Range.words(most));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
