package io.fairlead.client;

import io.fairlead.Incarnation;
import io.fairlead.RoomId;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.store.AffinityStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports one instance, one report after the other. Each is made when it is sent, so the newest state goes out and nothing
 * queues up. All but {@link #status} runs in turns.
 */
final class ReportLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ReportLoop.class);

    /** Rooms are renewed this much before it is time, so that one lost report makes none late. */
    private static final Duration EARLY = Duration.ofSeconds(6);

    private static final Set<String> ENDS = Set.of("incarnation-conflict", "incarnation-ended");

    private final InstanceSettings self;
    private final Incarnation incarnation;
    private final HeldRooms rooms;
    private final ReportLine line;
    private final Timeline timeline;
    private final Duration budget;

    /** A report that hangs for longer would make the instance silent. */
    private final Duration reportBudget;

    private final ReportPace pace;
    private final Tidings tidings;
    private final LoadReading reading;
    private final long begun;
    private final CompletableFuture<Void> registered = new CompletableFuture<>();

    private InstanceState state;
    private long sequence;
    private int failures;
    private Duration renewAfter = AffinityStore.RENEW_EVERY.minus(EARLY);
    private boolean underWay;
    private boolean again;
    private boolean waitsForLoad;
    private boolean over;
    private boolean saidGoodbye;
    private long leaving;
    private @Nullable CompletableFuture<Void> goodbye;
    private Runnable stopNext = () -> {};
    private Runnable stopReading = () -> {};
    private volatile Seen seen;

    private record Seen(
            InstanceState state,
            @Nullable Long answered,
            int failures,
            @Nullable String trouble,
            boolean ended) {}

    /** What the loop works with. */
    record Tools(
            HeldRooms rooms,
            ReportLine line,
            Timeline timeline,
            RandomGenerator random,
            Duration budget,
            Tidings tidings,
            Executor lanes) {}

    ReportLoop(InstanceSettings self, Incarnation incarnation, LoadSource source, Tools tools) {
        this.self = self;
        this.incarnation = incarnation;
        this.rooms = tools.rooms;
        this.line = tools.line;
        this.timeline = tools.timeline;
        this.budget = tools.budget;
        this.reportBudget = budget.compareTo(LoadReport.PERIOD) < 0 ? budget : LoadReport.PERIOD;
        this.tidings = tools.tidings;
        this.pace = new ReportPace(tools.random);
        this.reading = new LoadReading(source, timeline, tools.lanes, this::read);
        this.begun = timeline.nanos();
        this.state = self.firstState();
        this.seen = new Seen(state, null, 0, null, false);
    }

    CompletableFuture<Void> registered() {
        return registered;
    }

    ReporterStatus status() {
        Seen now = seen;
        return new ReporterStatus(
                now.state,
                rooms.size(),
                Optional.ofNullable(now.answered).map(at -> Duration.ofNanos(timeline.nanos() - at)),
                now.failures,
                Optional.ofNullable(now.trouble),
                now.ended);
    }

    /** Changes what the instance says of itself, and says it at once. */
    void change(InstanceState other) {
        if (over) {
            return;
        }
        state = other;
        seen = new Seen(state, seen.answered, seen.failures, seen.trouble, false);
        if (underWay) {
            again = true;
        } else {
            report();
        }
    }

    /** Begins a report: first its load is read. */
    void report() {
        stopNext.run();
        if (over) {
            return;
        }
        underWay = true;
        again = false;
        waitsForLoad = reading.begin();
        if (waitsForLoad) {
            stopReading = timeline.after(reportBudget, () -> read(InstanceLoad.unknown(), timeline.nanos()));
        } else {
            send(InstanceLoad.unknown(), timeline.nanos());
        }
    }

    /** Takes the load, or that there is none in time; what comes after that is too late. */
    private void read(InstanceLoad load, long at) {
        if (waitsForLoad) {
            waitsForLoad = false;
            stopReading.run();
            send(load, at);
        }
    }

    private void send(InstanceLoad load, long read) {
        if (over) {
            return;
        }
        long now = timeline.nanos();
        List<HeldRooms.Held> renewed = rooms.due(now, renewAfter);
        Report report = new Report(
                incarnation,
                ++sequence,
                Duration.ofNanos(Math.max(0, now - read)),
                Duration.ofNanos(now - begun),
                state,
                load,
                renewed,
                rooms.tally());
        var unused = line.report(report, reportBudget).handle((taken, failure) -> {
            timeline.execute(() -> ended(report, taken, failure == null ? null : StoreCalls.cause(failure)));
            return null;
        });
    }

    private void ended(Report report, ReportLine.@Nullable Taken taken, @Nullable Throwable failure) {
        underWay = false;
        if (over) {
            if (goodbye != null) {
                sayGoodbye(goodbye);
            }
            return;
        }
        Duration wait;
        if (taken != null) {
            rooms(taken);
            wait = taken.trouble() == null ? answered(report, taken) : failed(taken.trouble());
        } else if (failure instanceof CallException why && !ENDS.contains(why.code())) {
            wait = failed(why);
        } else {
            end(failure instanceof CallException why ? why : unexpected(failure));
            return;
        }
        tidings.again();
        if (again) {
            report();
        } else {
            stopNext = timeline.after(wait, this::report);
        }
    }

    private void rooms(ReportLine.Taken taken) {
        Report.Answer answer = taken.answer();
        renewAfter = answer.renewEvery().minus(EARLY).isNegative()
                ? Duration.ZERO
                : answer.renewEvery().minus(EARLY);
        rooms.renewed(taken.renewed(), taken.at());
        if (taken.forgotten()) {
            rooms.renewAll();
        }
        answer.claimed().forEach((room, epoch) -> claimed(room, epoch, taken.at()));
        for (HeldRooms.Held room : taken.renewed()) {
            if (answer.lost().contains(room.room()) && rooms.lose(room.room(), room.epoch())) {
                tidings.lost(room);
            }
        }
        if (!answer.refused().isEmpty()) {
            LOG.warn(
                    "{}: the manager has no space to remember {} of its rooms, such as {}",
                    self.instance().id(),
                    answer.refused().size(),
                    answer.refused().get(0));
        }
    }

    private void claimed(RoomId room, long epoch, long at) {
        Optional<HeldRooms.Held> held = rooms.claimed(room, epoch, at);
        if (held.isEmpty()) {
            // It has ended here meanwhile. Should this come to nothing, the claim ends by itself.
            var unused = line.release(room, epoch, budget);
        } else if (held.get().epoch() == epoch) {
            tidings.claimed(room, epoch);
        }
    }

    private Duration answered(Report report, ReportLine.Taken taken) {
        if (failures > 0) {
            LOG.info("{}: reports are answered again", self.instance().id());
        }
        failures = 0;
        Report.Answer answer = taken.answer();
        boolean ordered = answer.state() == InstanceState.DRAINING && report.state() == InstanceState.UP;
        // An order that crosses with a change of the application's own comes again with the next answer.
        if (ordered && state == InstanceState.UP && !again) {
            state = InstanceState.DRAINING;
            tidings.drainOrdered();
        }
        seen = new Seen(state, taken.at(), 0, null, false);
        registered.complete(null);
        boolean more = !rooms.due(timeline.nanos(), renewAfter).isEmpty() && !renewAfter.isZero();
        return pace.afterAnswer(answer.period(), more);
    }

    private Duration failed(CallException why) {
        failures++;
        // One late answer is no trouble yet, and from then on it stays the same trouble.
        if (failures == 2) {
            LOG.warn("reports come to nothing: {}", why.getMessage());
        }
        seen = new Seen(state, seen.answered, failures, why.getMessage(), false);
        return pace.afterFailure(why, failures);
    }

    private static CallException unexpected(@Nullable Throwable failure) {
        return new CallException(CallException.CLOSED, "the report was ended: " + failure, failure);
    }

    private void end(CallException why) {
        stop(why);
        if (!why.is(CallException.CLOSED)) {
            LOG.error("{}: {}", self.instance().id(), why.getMessage());
            for (HeldRooms.Held room : rooms.all()) {
                if (rooms.lose(room.room(), room.epoch())) {
                    tidings.lost(room);
                }
            }
            tidings.ended(why);
        }
    }

    private void stop(CallException why) {
        over = true;
        stopNext.run();
        stopReading.run();
        seen = new Seen(state, seen.answered, failures, why.getMessage(), true);
        registered.completeExceptionally(why);
    }

    /**
     * Stops reporting and says goodbye; what is returned ends when that was answered, or has come to nothing. A report that is
     * under way is let end first, or the goodbye of an instance could overtake its registration.
     */
    CompletableFuture<Void> leave() {
        if (goodbye != null) {
            return goodbye;
        }
        CompletableFuture<Void> begun = new CompletableFuture<>();
        goodbye = begun;
        if (over) {
            begun.complete(null);
            return begun;
        }
        stop(new CallException(
                CallException.CLOSED, "instance " + self.instance().id() + " was closed", null));
        leaving = timeline.nanos();
        if (underWay && !waitsForLoad) {
            stopNext = timeline.after(budget.dividedBy(2), () -> sayGoodbye(begun));
        } else {
            sayGoodbye(begun);
        }
        return begun;
    }

    private void sayGoodbye(CompletableFuture<Void> end) {
        if (saidGoodbye) {
            return;
        }
        saidGoodbye = true;
        stopNext.run();
        Duration left = budget.minusNanos(timeline.nanos() - leaving);
        var unused = line.goodbye(left).whenComplete((gone, failure) -> {
            if (failure == null) {
                end.complete(null);
            } else {
                end.completeExceptionally(StoreCalls.cause(failure));
            }
        });
    }
}
