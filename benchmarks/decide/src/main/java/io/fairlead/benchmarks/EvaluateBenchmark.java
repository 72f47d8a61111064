package io.fairlead.benchmarks;

import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySelector;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.SortedMap;
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

/** What one round of one group costs: four metrics a node, all checks recorded, state carried on. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EvaluateBenchmark {

    private static final int ROUNDS = 2000;

    /** Nodes of the group. */
    @Param({"2", "5", "50"})
    public int nodes;

    /** The profile. */
    @Param({"CLASSIC", "STEADY"})
    public Profile profile = Profile.STEADY;

    private final Observation[] rounds = new Observation[ROUNDS];
    private PrimarySelector selector = new PrimarySelector(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)));
    private GroupState state = GroupState.initial();
    private int next;

    /** Lays out the observations, so that only deciding is measured. */
    @Setup
    public void layOut() {
        PrimarySettings settings = PrimarySettings.of(profile, Duration.ofSeconds(5));
        selector = new PrimarySelector(settings);
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < ROUNDS; round++) {
            SortedMap<NodeId, NodeObservation> seen = new TreeMap<>();
            for (int node = 0; node < nodes; node++) {
                seen.put(new NodeId("gw-" + node), NodeObservation.fresh("i", round, metrics(random)));
            }
            rounds[round] = Observation.of(settings.sampleInterval().multipliedBy(round), seen);
        }
    }

    private static Metrics metrics(SplittableRandom random) {
        TreeMap<String, Double> values = new TreeMap<>();
        values.put(Metrics.CPU, 30 + 20 * random.nextDouble());
        values.put(Metrics.MEMORY, 50 + 5 * random.nextDouble());
        values.put(Metrics.DISK, 20 * random.nextDouble());
        values.put(Metrics.NETWORK, 10 * random.nextDouble());
        return new Metrics(values);
    }

    /** One round; after the last one the group begins anew. */
    @Benchmark
    public Evaluation evaluate() {
        if (next == ROUNDS) {
            next = 0;
            state = GroupState.initial();
        }
        Evaluation evaluation = selector.evaluate(state, rounds[next++]);
        state = evaluation.next();
        return evaluation;
    }
}
