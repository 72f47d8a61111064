package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InFlight;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.RoomCost;
import io.fairlead.placement.SchedulerState;
import io.fairlead.placement.ServiceView;
import io.fairlead.placement.Term;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Picks without checks, with the same shares as the placer. */
class PickerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int PICKS = 200_000;

    private static Candidate candidate(int i, double cpu, double cores) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, 30.0);
        LoadReport report = LoadReport.fresh(new Incarnation("a1"), 1, new Metrics(metrics))
                .with(Occupancy.of(cores, 10))
                .withUptime(Duration.ofHours(1));
        String name = String.format(Locale.ROOT, "i%05d", i);
        return new Candidate(
                new Instance(new InstanceId(name), new NodeId(name), "ws://" + name), report, Duration.ZERO);
    }

    private static ServiceView view(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            candidates.add(candidate(i, 5 + random.nextDouble() * 85, 2 << random.nextInt(4)));
        }
        return new ServiceView(new ServiceId("battle"), candidates, true).withSchedulers(2);
    }

    /** A scheduler that knows what a room costs, and has placed some on the first instances. */
    private static SchedulerState state(ServiceView view) {
        SchedulerState state =
                new SchedulerState(new RoomCost(0.05, 0), InFlight.none(), new TreeMap<>(), new TreeMap<>(), NOW);
        for (int i = 0; i < view.candidates().size(); i += 3) {
            for (int room = 0; room < i % 7; room++) {
                state = state.placed(view.candidates().get(i).owner(), 1, NOW);
            }
        }
        return state;
    }

    private static double[] picked(Picker picker, ServiceView view) {
        double[] shares = new double[view.candidates().size()];
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < PICKS; i++) {
            shares[view.candidates().indexOf(picker.candidate(picker.pick(random::nextLong)))] += 1.0 / PICKS;
        }
        return shares;
    }

    /** What two draws by weight give each instance, worked out from the placer's own offers. */
    private static double[] wanted(Placer placer, ServiceView view) {
        var offers = placer.offers(view);
        double total = offers.stream().mapToDouble(offer -> offer.weight()).sum();
        double[] shares = new double[offers.size()];
        for (int i = 0; i < shares.length; i++) {
            for (int j = 0; j < shares.length; j++) {
                double more = offers.get(i).points() - offers.get(j).points();
                shares[more > 0 || (more == 0 && i < j) ? i : j] +=
                        offers.get(i).weight() / total * offers.get(j).weight() / total;
            }
        }
        return shares;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 32, 33, 60})
    void itPicksWithTheSharesOfThePlacer(int count) {
        ServiceView view = view(count, count);
        Placer placer = new Placer(PlacementSettings.standard(), state(view));
        double[] picked = picked(Picker.of(placer, view), view);
        double[] wanted = wanted(placer, view);
        for (int i = 0; i < count; i++) {
            assertThat(picked[i]).as("instance %s", i).isEqualTo(wanted[i], within(0.0045));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 60})
    void roomsThatItIsToldOfLowerTheShareAtOnce(int count) {
        ServiceView view = view(count, 4);
        SchedulerState state = state(view);
        Picker picker = Picker.of(new Placer(PlacementSettings.standard(), state), view);
        for (int i = 0; i < picker.size(); i += 2) {
            for (int room = 0; room < 5; room++) {
                picker.placed(i, 1.5);
                state = state.placed(picker.candidate(i).owner(), 1.5, NOW);
            }
        }
        double[] picked = picked(picker, view);
        double[] wanted = wanted(new Placer(PlacementSettings.standard(), state), view);
        for (int i = 0; i < count; i++) {
            assertThat(picked[i]).as("instance %s", i).isEqualTo(wanted[i], within(0.0045));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 40})
    void whereAllAreFullTheCoresDecideAndThenTheMargin(int count) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            candidates.add(candidate(i, i % 2 == 0 ? 90 : 95, i % 2 == 0 ? 2 : 6));
        }
        ServiceView view = new ServiceView(new ServiceId("battle"), candidates, true);
        double[] picked = picked(Picker.of(new Placer(PlacementSettings.standard()), view), view);
        double even = 0;
        for (int i = 0; i < count; i += 2) {
            even += picked[i];
        }
        assertThat(even).isEqualTo(1 - 0.75 * 0.75, within(0.01));
    }

    /** With a table whose weights are nearly all gone, the walk decides, and still by weight. */
    @Test
    void whenNearlyAllDrawsAreRefusedAWalkDecides() {
        ServiceView view = view(40, 9);
        Picker picker = Picker.of(
                new Placer(
                        PlacementSettings.standard(),
                        new SchedulerState(
                                new RoomCost(0.05, 0), InFlight.none(), new TreeMap<>(), new TreeMap<>(), NOW)),
                view);
        int spared = -1;
        for (int i = 0; i < picker.size(); i++) {
            if (spared < 0
                    && picker.candidate(i).report().metrics().value(Metrics.CPU).orElse(100) > 60) {
                spared = i;
            } else {
                picker.placed(i, 1_000_000);
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(picker.pick(random::nextLong)).isEqualTo(spared);
        }
    }

    @Test
    void whereNobodyMayTakeARoomThereIsNoIndex() {
        Candidate drained = candidate(0, 20, 4);
        ServiceView view = new ServiceView(
                new ServiceId("battle"),
                List.of(new Candidate(
                        drained.instance(), drained.report().with(InstanceState.DRAINING), Duration.ZERO)),
                true);
        assertThat(Picker.of(new Placer(PlacementSettings.standard()), view).pick(bound -> 0))
                .isEqualTo(-1);
    }

    @Test
    void aPickIsExplainedOnDemandWithEveryCheck() {
        ServiceView view = view(5, 1);
        Placer placer = new Placer(PlacementSettings.standard(), state(view));
        Picker picker = Picker.of(placer, view);
        int picked = picker.pick(bound -> Math.min(7, bound - 1));
        Placement placement = picker.explain(picked, placer);
        Placement placed = placer.place(PlacementRequest.plain(), view, null, bound -> 7);
        assertThat(placement.basis()).isEqualTo(Basis.WEIGHTED);
        assertThat(placement.chosen()).isEqualTo(picker.candidate(picked));
        assertThat(placement.checks()).isEqualTo(placed.checks());
        assertThat(placement.words()).endsWith(": drawn by weight");
    }

    @Test
    void anotherPolicyOrAViewThatIsNotCurrentIsRefused() {
        assertThatThrownBy(() -> Picker.of(new Placer(PlacementSettings.safetyMargin()), view(2, 1)))
                .hasMessageContaining("needs the policy fairlead");
        assertThatThrownBy(() -> Picker.of(
                        new Placer(PlacementSettings.standard()), view(2, 1).outdated()))
                .hasMessageContaining("ask the placer of service battle");
    }

    @Test
    void withoutTheSecondDrawTheSharesAreTheWeights() {
        ServiceView view = view(40, 2);
        Placer placer = new Placer(PlacementSettings.standard()
                .with(PlacementSettings.standard().terms().without(Term.TWO_DRAWS)));
        double[] picked = picked(Picker.of(placer, view), view);
        double total = placer.offers(view).stream()
                .mapToDouble(offer -> offer.weight())
                .sum();
        for (int i = 0; i < picked.length; i++) {
            assertThat(picked[i]).isEqualTo(placer.offers(view).get(i).weight() / total, within(0.0045));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000})
    void aPickAllocatesNothing(int count) {
        ServiceView view = view(count, 6);
        Picker picker = Picker.of(new Placer(PlacementSettings.standard(), state(view)), view);
        SplittableRandom random = new SplittableRandom(8);
        var draw = (io.fairlead.placement.Draw) random::nextLong;
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int met = picker.pick(draw);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 50_000; i++) {
            met = Math.max(met, picker.pick(draw));
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(met).isBetween(0, count);
        assertThat(bytes).as("bytes for 50,000 picks").isLessThan(50_000);
    }

    @Test
    void manyThreadsPickAndCountAtOnce() throws Exception {
        ServiceView view = view(40, 5);
        Picker picker = Picker.of(new Placer(PlacementSettings.standard(), state(view)), view);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                SplittableRandom random = new SplittableRandom(thread);
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        int met = picker.pick(random::nextLong);
                        Objects.checkIndex(met, picker.size());
                        picker.placed(met, 0.001);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        double rooms = 0;
        for (int i = 0; i < picker.size(); i++) {
            rooms += picker.inFlight(i);
        }
        double known = view.candidates().stream()
                .mapToDouble(candidate -> state(view).inFlight().rooms(candidate.owner()))
                .sum();
        assertThat(rooms).isEqualTo(known + 80, within(1e-6));
    }
}
