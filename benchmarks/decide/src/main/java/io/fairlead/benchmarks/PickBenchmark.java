package io.fairlead.benchmarks;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.client.Picker;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.SchedulerState;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one pick of an instance costs, with the picker and with the placer that records every check. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PickBenchmark {

    /** Instances of the service. */
    @Param({"10", "100", "1000", "10000"})
    public int instances;

    private SplittableRandom random = new SplittableRandom(7);
    private Draw draw = random::nextLong;
    private Placer placer = new Placer(PlacementSettings.standard());
    private ServiceView view = new ServiceView(new ServiceId("battle"), List.of(), true);
    private Picker picker = Picker.of(placer, view);

    /** Makes instances of 4 to 16 cores at 20 to 80 % CPU, half of them with rooms on their way. */
    @Setup
    public void makeInstances() {
        random = new SplittableRandom(7);
        draw = random::nextLong;
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            InstanceId id = new InstanceId("i" + i);
            TreeMap<String, Double> metrics = new TreeMap<>();
            metrics.put(Metrics.CPU, 20 + random.nextDouble() * 60);
            metrics.put(Metrics.MEMORY, 30 + random.nextDouble() * 30);
            LoadReport report = LoadReport.fresh(new Incarnation("a1"), 1, new Metrics(metrics));
            report = new LoadReport(
                    report.incarnation(),
                    1,
                    Duration.ZERO,
                    Duration.ofHours(1),
                    report.state(),
                    report.metrics(),
                    null,
                    report.occupancy()
                            .withCapacity(OptionalDouble.of(4 << (i % 3)))
                            .withMemoryLimit(OptionalLong.of(16L << 30))
                            .withRooms(OptionalLong.of(20 + i % 40))
                            .withGrowth(OptionalDouble.of(2)));
            candidates.add(new Candidate(
                    new Instance(id, new NodeId(id.value()), "ws://10.0.0.5:9000"), report, Duration.ofMillis(500)));
        }
        view = new ServiceView(new ServiceId("battle"), candidates, true);
        SchedulerState state =
                SchedulerState.initial().learn(view, PlacementSettings.standard(), Instant.ofEpochSecond(1));
        placer = new Placer(PlacementSettings.standard(), state);
        picker = Picker.of(placer, view);
        for (int i = 0; i < picker.size(); i += 2) {
            picker.placed(i, 1);
        }
    }

    /** One pick. */
    @Benchmark
    public int pick() {
        return picker.pick(draw);
    }

    /** One placement with its checks, as the explanation has them. */
    @Benchmark
    public Object place() {
        return placer.place(PlacementRequest.plain(), view, null, draw);
    }
}
