package io.fairlead.manager.services;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.placement.SafetyMargin;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Services on a timeline that is moved by hand, and instances that say what a test wants them to. */
final class Bench {

    static final ServiceId BATTLE = new ServiceId("battle");

    final HandTimeline timeline = new HandTimeline();
    final Services services;
    private long sequence;

    Bench() {
        this(Limits.standard());
    }

    Bench(Limits limits) {
        this(limits, PlacementSettings.safetyMargin());
    }

    Bench(Limits limits, PlacementSettings settings) {
        this(new Services.Setup(Stores.inMemory(), limits), settings);
    }

    Bench(Services.Setup setup, PlacementSettings settings) {
        services =
                new Services(timeline, setup, id -> new ServiceSettings(settings), new SplittableRandom(42)::nextLong);
    }

    /** A bench whose manager has run for long. */
    static Bench settled() {
        Bench bench = new Bench();
        bench.pass(60);
        return bench;
    }

    /** Orders an instance to drain as is usual, whoever else takes rooms. */
    DrainReply drain(String instance) {
        return now(services.drain(BATTLE, new DrainWish(new InstanceId(instance), null, null, true)));
    }

    void pass(double seconds) {
        timeline.advance(Duration.ofMillis(Math.round(seconds * 1000)));
    }

    /** What one instance says; without more it takes rooms, has none, and has just started. */
    static final class Said {

        private final String instance;
        private final TreeMap<String, Double> metrics = new TreeMap<>();
        private final TreeMap<String, Double> ceilings = new TreeMap<>();
        private final TreeMap<RoomId, Long> renewed = new TreeMap<>();
        private final TreeSet<RoomId> unclaimed = new TreeSet<>();
        private ServiceId service = BATTLE;
        private String run = "a1";
        private InstanceState state = InstanceState.UP;
        private Duration uptime = Duration.ZERO;
        private OptionalLong rooms = OptionalLong.of(0);

        Said(String instance, double cpu, double memory) {
            this.instance = instance;
            metrics.put(Metrics.CPU, cpu);
            metrics.put(Metrics.MEMORY, memory);
        }

        Said of(String name) {
            service = new ServiceId(name);
            return this;
        }

        Said run(String incarnation) {
            run = incarnation;
            return this;
        }

        Said state(InstanceState said) {
            state = said;
            return this;
        }

        Said upFor(double seconds) {
            uptime = Duration.ofMillis(Math.round(seconds * 1000));
            return this;
        }

        Said rooms(long count) {
            rooms = OptionalLong.of(count);
            return this;
        }

        Said roomsUnknown() {
            rooms = OptionalLong.empty();
            return this;
        }

        Said ceiling(String metric, double percent) {
            ceilings.put(metric, percent);
            return this;
        }

        Said without(String metric) {
            metrics.remove(metric);
            return this;
        }

        Said renewing(String room, long epoch) {
            renewed.put(new RoomId(room), epoch);
            return this;
        }

        Said havingUnclaimed(String room) {
            unclaimed.add(new RoomId(room));
            return this;
        }

        Report report(long number) {
            LoadReport load = new LoadReport(
                    new Incarnation(run),
                    number,
                    Duration.ZERO,
                    uptime,
                    state,
                    new Metrics(metrics),
                    ceilings.isEmpty() ? null : new SafetyMargin(ceilings),
                    Occupancy.unknown().withCapacity(OptionalDouble.of(4)).withRooms(rooms));
            InstanceId id = new InstanceId(instance);
            return new Report(
                    service,
                    new Instance(id, new NodeId(instance), "ws://" + instance + ":9000"),
                    load,
                    renewed,
                    unclaimed);
        }
    }

    static Said says(String instance, double cpu, double memory) {
        return new Said(instance, cpu, memory);
    }

    ReportReply report(Said said) {
        return now(services.report(said.report(++sequence)));
    }

    ReportReply.Taken taken(Said said) {
        return (ReportReply.Taken) report(said);
    }

    /** The same report again, as a sender does that got no answer. */
    ReportReply again(Said said) {
        return now(services.report(said.report(sequence)));
    }

    void report(String instance, double cpu, double memory) {
        report(says(instance, cpu, memory));
    }

    Placed place(@Nullable String room) {
        return place(room, null);
    }

    Placed place(@Nullable String room, @Nullable Owner unreachable) {
        return now(services.place(new RoomRequest(BATTLE, room == null ? null : new RoomId(room), 1, unreachable)));
    }

    PlacementRecord placed(@Nullable String room) {
        return ((Placed.Done) place(room)).record();
    }

    static String home(PlacementRecord record) {
        return Objects.requireNonNull(record.placement().chosen()).id().value();
    }

    static Claim claim(PlacementRecord record) {
        return Objects.requireNonNull(record.claimed()).claim();
    }

    ServiceShown shown() {
        return Objects.requireNonNull(now(services.view(BATTLE)));
    }

    @Nullable RoomShown room(String name) {
        return now(services.room(room(BATTLE, name)));
    }

    static Room room(ServiceId service, String name) {
        return new Room(service, new RoomId(name));
    }

    static Owner owner(String instance, String run) {
        return new Owner(new InstanceId(instance), new Incarnation(run));
    }

    /** The answer of a call, which on this timeline is there at once. */
    static <T extends @Nullable Object> T now(CompletionStage<T> stage) {
        if (!stage.toCompletableFuture().isDone()) {
            throw new IllegalStateException("no answer yet");
        }
        return stage.toCompletableFuture().join();
    }
}
