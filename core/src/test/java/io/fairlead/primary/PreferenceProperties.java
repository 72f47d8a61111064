package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.load.Load;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for every move of the role that load alone asks for. */
class PreferenceProperties {

    private static final int ROUNDS = 150;

    /** Judged from what was handed in, not from what the core says of itself. */
    @Test
    void anIneligibleNodeIsNeverPromotedByPreference() {
        int[] moves = {0};
        Worlds.forEach(120, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            for (int round = 0; round < ROUNDS; round++) {
                Decision decision = play.evaluation(round).decision();
                NodeId to = decision.to();
                if (decision.cause() != Cause.PREFERENCE || to == null) {
                    continue;
                }
                moves[0]++;
                String where = "round " + round + ": " + decision;
                NodeObservation node =
                        Objects.requireNonNull(play.seen().get(round).nodes().get(to));
                PrimarySettings settings = play.settings();
                assertThat(node.maintenance()).as(where).isFalse();
                assertThat(node.heartbeatAge()).as(where).isLessThanOrEqualTo(settings.heartbeatTimeout());
                int window = settings.averaging().window();
                assertThat(round).as(where).isGreaterThanOrEqualTo(window - 1);
                assertThat(unbroken(play, round, to)).as(where).isGreaterThanOrEqualTo(window);
                assertThat((double) samples(play, round, to, window) / window)
                        .as(where)
                        .isGreaterThanOrEqualTo(settings.rule().leastCoverage());
            }
        });
        isWorthIt(moves[0], 100);
    }

    /** Rounds up to this one in which the node was the same process and part of the group, gaps aside. */
    private static int unbroken(Worlds.Play play, int round, NodeId id) {
        String incarnation =
                Objects.requireNonNull(play.seen().get(round).nodes().get(id)).incarnation();
        int rounds = 0;
        for (int r = round; r >= 0; r--) {
            NodeObservation node = play.seen().get(r).nodes().get(id);
            if (node != null && !node.incarnation().equals(incarnation)) {
                return rounds;
            }
            rounds++;
        }
        return rounds;
    }

    /** Samples of any kind among the last rounds: at least as many as are valid. */
    private static int samples(Worlds.Play play, int round, NodeId id, int rounds) {
        int samples = 0;
        for (int r = round; r > round - rounds; r--) {
            NodeObservation node = play.seen().get(r).nodes().get(id);
            Metrics metrics = node == null ? null : node.metrics();
            samples += metrics != null ? 1 : 0;
        }
        return samples;
    }

    /**
     * Some points off all samples of the node that is primary from the beginning: until the role moves in the world as
     * it was, load moves it nowhere in the better world.
     */
    @Test
    void lessLoadOnThePrimaryNeverCausesASwitch() {
        int[] compared = {0};
        Worlds.forEach(120, seed -> {
            Worlds.World world = new Worlds.World(seed, false);
            NodeId first = world.ids.get(0);
            PrimarySettings settings = onCpuAlone(world.settings).with(Bootstrap.IMMEDIATE, first);
            double points = world.dice.pick(1.0, 8.0, 30.0);
            Worlds.Play base = Worlds.play(world, settings, ROUNDS, seen -> high(seen));
            Worlds.Play better = Worlds.again(
                    base,
                    settings,
                    round -> Worlds.eachNode(
                            base.seen().get(round), (id, node) -> id.equals(first) ? lessLoaded(node, points) : node));
            for (int round = 0; round < ROUNDS; round++) {
                NodeId was = base.before(round).primary();
                if ((round > 0 && !first.equals(was))
                        || base.evaluation(round).decision().cause() == Cause.PREFERENCE) {
                    return;
                }
                assertThat(better.evaluation(round).decision().cause())
                        .as("round " + round)
                        .isNotEqualTo(Cause.PREFERENCE);
                compared[0]++;
            }
        });
        isWorthIt(compared[0], 3_000);
    }

    /** Machines of one size: with sizes that differ, a smaller load on a large primary can free a smaller machine. */
    private static Observation high(Observation seen) {
        return Worlds.eachNode(seen, (id, node) -> {
            Metrics metrics = node.metrics();
            OptionalDouble cpu = metrics == null ? OptionalDouble.empty() : metrics.value(Metrics.CPU);
            Metrics higher = cpu.isPresent() ? Metrics.ofCpu(30 + 0.7 * cpu.getAsDouble()) : null;
            return Worlds.withMetrics(node.withCapacity(1), higher);
        });
    }

    private static NodeObservation lessLoaded(NodeObservation node, double points) {
        Metrics metrics = node.metrics();
        return metrics == null
                ? node
                : Worlds.withMetrics(
                        node,
                        Metrics.ofCpu(Math.max(0, metrics.value(Metrics.CPU).orElseThrow() - points)));
    }

    private static PrimarySettings onCpuAlone(PrimarySettings settings) {
        return settings.with(new LoadFormula(new TreeMap<>(Map.of(Metrics.CPU, 1.0)), 0, 85, new TreeMap<>()));
    }

    /**
     * Unknown never beats known, for a metric: leaving it out is worth exactly the highest value that any peer has, and
     * no known value up to that makes the node look more loaded.
     */
    @Test
    void anUnknownMetricIsWorthTheHighestValueThatAnyPeerHas() {
        Worlds.forEach(400, seed -> {
            Worlds.Dice dice = new Worlds.Dice(seed);
            LoadFormula formula = dice.chance(0.5) ? LoadFormula.withBottleneck() : LoadFormula.weightedSum();
            SortedMap<NodeId, Metrics> samples = new TreeMap<>();
            for (String id : List.of("a", "b", "c")) {
                samples.put(Bench.node(id), sample(dice));
            }
            NodeId node = Bench.node("b");
            String metric = dice.pick(Metrics.MEMORY, Metrics.DISK, Metrics.NETWORK);
            double highest = highest(samples, node, metric);
            if (Double.isNaN(highest)) {
                return;
            }
            samples.put(node, without(samples.get(node), metric));
            SortedMap<NodeId, Load> unknown = formula.loads(samples);
            for (double known : new double[] {highest, dice.real(0, highest), 0}) {
                samples.put(node, with(samples.get(node), metric, known));
                SortedMap<NodeId, Load> loads = formula.loads(samples);
                assertThat(points(unknown, "b")).isGreaterThanOrEqualTo(points(loads, "b"));
                assertThat(points(unknown, "a")).isEqualTo(points(loads, "a"));
                assertThat(points(unknown, "c")).isEqualTo(points(loads, "c"));
                if (known == highest) {
                    assertThat(points(unknown, "b")).isEqualTo(points(loads, "b"));
                }
            }
        });
    }

    /** The same for whole histories: not one decision differs between "unknown" and "as high as the highest peer". */
    @Test
    void aNodeThatNeverTellsAMetricDecidesAsIfItHadTheHighestValueOfItsPeersInEveryRound() {
        Worlds.forEach(60, seed -> {
            Worlds.World world = new Worlds.World(seed);
            NodeId node = world.dice.pick(world.ids);
            String metric = world.dice.pick(Metrics.MEMORY, Metrics.DISK, Metrics.NETWORK);
            Worlds.Play base = Worlds.play(world, ROUNDS);
            Worlds.Play unknown = Worlds.again(
                    base,
                    base.settings(),
                    round -> Worlds.eachNode(
                            base.seen().get(round),
                            (id, seen) -> id.equals(node) && isComparable(base, round, node, metric)
                                    ? Worlds.withMetrics(seen, without(seen.metrics(), metric))
                                    : seen));
            Worlds.Play highest = Worlds.again(
                    base,
                    base.settings(),
                    round -> Worlds.eachNode(
                            base.seen().get(round),
                            (id, seen) -> id.equals(node) && isComparable(base, round, node, metric)
                                    ? Worlds.withMetrics(
                                            seen,
                                            with(seen.metrics(), metric, highest(valid(base, round), node, metric)))
                                    : seen));
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(unknown.evaluation(round).decision())
                        .as("round " + round)
                        .isEqualTo(highest.evaluation(round).decision());
            }
        });
    }

    /** Whether the node's sample is valid in the round, and a peer's valid sample has the metric. */
    private static boolean isComparable(Worlds.Play play, int round, NodeId node, String metric) {
        SortedMap<NodeId, Metrics> valid = valid(play, round);
        return valid.containsKey(node) && !Double.isNaN(highest(valid, node, metric));
    }

    /** Which samples are valid does not depend on their values. */
    private static SortedMap<NodeId, Metrics> valid(Worlds.Play play, int round) {
        SortedMap<NodeId, Metrics> valid = new TreeMap<>();
        play.seen().get(round).nodes().forEach((id, node) -> {
            Standing standing = play.evaluation(round).standings().get(id);
            Metrics metrics = node.metrics();
            if (standing != null && metrics != null && standing.state().isFresh()) {
                valid.put(id, metrics);
            }
        });
        return valid;
    }

    /**
     * Unknown never beats known, for a sample: it moves the average nowhere, it never raises the coverage, and the node
     * is not switched to in that round.
     */
    @Test
    void aMissingSampleIsWorthNothing() {
        int[] missing = {0};
        Worlds.forEach(60, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            for (int round = 1; round < ROUNDS; round++) {
                for (Standing standing : play.evaluation(round).standings().values()) {
                    NodeState before = play.before(round).nodes().get(standing.node());
                    if (before == null
                            || !before.incarnation().equals(standing.state().incarnation())
                            || standing.state().average().isEmpty()
                            || standing.state().isFresh()) {
                        continue;
                    }
                    missing[0]++;
                    String where = "round " + round + " " + standing.node();
                    int window = play.settings().averaging().window();
                    assertThat(standing.average())
                            .as(where)
                            .isEqualTo(before.average().value());
                    assertThat(standing.state().average().coverage(window))
                            .as(where)
                            .isLessThanOrEqualTo(before.average().coverage(window));
                    Decision decision = play.evaluation(round).decision();
                    assertThat(decision.reason() == Reason.LESS_LOADED_STANDBY
                                    && play.settings().has(Safeguard.FRESH_SAMPLES)
                                    && (standing.node().equals(decision.to())
                                            || standing.node().equals(decision.from())))
                            .as(where)
                            .isFalse();
                }
            }
        });
        isWorthIt(missing[0], 1_000);
    }

    /** A node whose sensor has died is never chosen for its load, however idle it was. */
    @Test
    void aNodeThatHasFallenSilentIsNeverPromotedByPreference() {
        Worlds.forEach(60, seed -> {
            Worlds.World world = new Worlds.World(seed);
            NodeId silent = world.dice.pick(world.ids);
            Worlds.Play base = Worlds.play(world, ROUNDS);
            int from = world.dice.of(0, ROUNDS / 2);
            Worlds.Play play = Worlds.again(
                    base,
                    base.settings(),
                    round -> Worlds.eachNode(
                            base.seen().get(round),
                            (id, node) -> id.equals(silent) && round >= from ? node.withoutSample() : node));
            // Without the safeguard an old average may serve until too few samples of the window are left.
            int window = base.settings().averaging().window();
            int safe = base.settings().has(Safeguard.FRESH_SAMPLES) ? from : from + window;
            for (int round = safe; round < ROUNDS; round++) {
                Decision decision = play.evaluation(round).decision();
                assertThat(decision.reason() == Reason.LESS_LOADED_STANDBY && silent.equals(decision.to()))
                        .as("round " + round)
                        .isFalse();
            }
        });
    }

    @Test
    void observeModeNeverMovesTheRoleByPreferenceAndObserveAllNotAtAll() {
        int[] shown = {0};
        Worlds.forEach(60, seed -> {
            Worlds.World world = new Worlds.World(seed);
            Observe observe = world.dice.pick(Observe.PREFERENCE, Observe.ALL);
            int from = world.dice.of(1, 60);
            int[] number = {0};
            Worlds.Play play = Worlds.play(
                    world,
                    world.settings,
                    ROUNDS,
                    seen -> number[0]++ < from ? seen : seen.with(seen.orders().with(observe)));
            for (int round = from; round < ROUNDS; round++) {
                Decision decision = play.evaluation(round).decision();
                shown[0] += decision.kind() == Decision.Kind.WOULD_SWITCH ? 1 : 0;
                boolean forbidden = observe == Observe.ALL || decision.cause() == Cause.PREFERENCE;
                assertThat(decision.isSwitch() && forbidden)
                        .as("round " + round)
                        .isFalse();
            }
        });
        isWorthIt(shown[0], 200);
    }

    /** A property that met too few cases says nothing. */
    private static void isWorthIt(int cases, int least) {
        if (Long.getLong("fairlead.seed") == null) {
            assertThat(cases).as("cases met").isGreaterThan(least);
        }
    }

    private static Metrics sample(Worlds.Dice dice) {
        SortedMap<String, Double> values = new TreeMap<>(Map.of(Metrics.CPU, dice.real(0, 100)));
        for (String metric : List.of(Metrics.MEMORY, Metrics.DISK, Metrics.NETWORK)) {
            if (dice.chance(0.7)) {
                values.put(metric, dice.real(0, 100));
            }
        }
        return new Metrics(values);
    }

    private static double highest(SortedMap<NodeId, Metrics> samples, NodeId node, String metric) {
        double highest = Double.NaN;
        for (Map.Entry<NodeId, Metrics> peer : samples.entrySet()) {
            OptionalDouble value = peer.getValue().value(metric);
            if (!peer.getKey().equals(node) && peer.getValue().has(Metrics.CPU) && value.isPresent()) {
                highest = Double.isNaN(highest) ? value.getAsDouble() : Math.max(highest, value.getAsDouble());
            }
        }
        return highest;
    }

    private static double points(SortedMap<NodeId, Load> loads, String id) {
        return Objects.requireNonNull(loads.get(Bench.node(id))).points();
    }

    private static Metrics without(@Nullable Metrics metrics, String metric) {
        SortedMap<String, Double> values =
                new TreeMap<>(Objects.requireNonNull(metrics).values());
        values.remove(metric);
        return new Metrics(values);
    }

    private static Metrics with(@Nullable Metrics metrics, String metric, double value) {
        SortedMap<String, Double> values =
                new TreeMap<>(Objects.requireNonNull(metrics).values());
        values.put(metric, value);
        return new Metrics(values);
    }
}
