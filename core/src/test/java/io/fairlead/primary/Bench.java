package io.fairlead.primary;

import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A group on the bench: rounds are fed to a real selector in a short notation, such as {@code a=40 b=- c=dead}.
 *
 * <p>A node is a number (CPU, all other metrics unknown), {@code cpu:40/disk:90} (several metrics), {@code -} (no
 * sample, heartbeat fine), {@code dead} (no heartbeat), {@code late} (none for 5 s). Behind it may stand {@code !} (restarted just now), {@code ~}
 * (sequence stuck), {@code m} (in maintenance), {@code ^8} (measures a role load of 8), {@code *2} (capacity 2) and {@code #bound} (a
 * hindrance).
 */
final class Bench {

    private final PrimarySelector selector;
    private final SortedMap<NodeId, Integer> incarnations = new TreeMap<>();
    private final List<Evaluation> evaluations = new ArrayList<>();
    private GroupState state = GroupState.initial();
    private Orders orders = Orders.none();
    private GroupFacts facts = GroupFacts.none();
    private long sequence;
    private Duration at = Duration.ZERO;

    Bench(PrimarySettings settings) {
        this.selector = new PrimarySelector(settings);
    }

    /** The literal text at 5 s rounds. */
    static Bench classic() {
        return new Bench(PrimarySettings.of(Profile.CLASSIC, Duration.ofSeconds(5)));
    }

    /** The default profile at 5 s rounds. */
    static Bench steady() {
        return new Bench(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)));
    }

    static NodeId node(String id) {
        return new NodeId(id);
    }

    /** Feeds the same line to some rounds. */
    Bench rounds(int count, String line) {
        for (int i = 0; i < count; i++) {
            round(line);
        }
        return this;
    }

    Evaluation round(String line) {
        at = at.plus(selector.settings().sampleInterval());
        Evaluation evaluation = selector.evaluate(state, observation(line));
        state = evaluation.next();
        evaluations.add(evaluation);
        orders = new Orders(orders.observe(), orders.pause(), false, null, orders.changingTo());
        return evaluation;
    }

    /** Looks for a dead primary without a new round. */
    Evaluation watch(String line) {
        Evaluation evaluation = selector.watch(state, observation(line));
        state = evaluation.next();
        evaluations.add(evaluation);
        return evaluation;
    }

    Bench order(Orders other) {
        orders = other;
        return this;
    }

    Bench facts(GroupFacts other) {
        facts = other;
        return this;
    }

    Orders orders() {
        return orders;
    }

    GroupState state() {
        return state;
    }

    Evaluation last() {
        return evaluations.get(evaluations.size() - 1);
    }

    Decision decision() {
        return last().decision();
    }

    String primary() {
        return state.primary() == null ? "nobody" : state.primary().value();
    }

    double average(String id) {
        return average(state, id);
    }

    static double average(GroupState state, String id) {
        return Objects.requireNonNull(state.nodes().get(node(id))).average().value();
    }

    Standing standing(String id) {
        return Objects.requireNonNull(last().standings().get(node(id)));
    }

    /** All moves of the role so far, in order. */
    List<Decision> moves() {
        return evaluations.stream()
                .map(Evaluation::decision)
                .filter(Decision::isSwitch)
                .toList();
    }

    /** Load-driven moves so far. */
    long preferenceMoves() {
        return moves().stream()
                .filter(decision -> decision.cause() == Cause.PREFERENCE)
                .count();
    }

    /** Rounds of the line it takes until the role moves, or -1 if it does not within the given number. */
    int roundsUntilMove(int most, String line) {
        for (int round = 1; round <= most; round++) {
            if (round(line).decision().isSwitch()) {
                return round;
            }
        }
        return -1;
    }

    boolean hasAlarm(Alarm.Kind kind) {
        return last().alarms().stream().anyMatch(alarm -> alarm.kind() == kind);
    }

    List<Evaluation> evaluations() {
        return evaluations;
    }

    private Observation observation(String line) {
        sequence++;
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        for (String word : line.strip().split(" +")) {
            String[] parts = word.split("=", 2);
            nodes.put(node(parts[0]), observed(node(parts[0]), parts[1]));
        }
        return new Observation(at, nodes, orders, facts);
    }

    private NodeObservation observed(NodeId id, String word) {
        String rest = word;
        double capacity = 1;
        OptionalDouble roleLoad = OptionalDouble.empty();
        EnumSet<Hindrance> hindrances = EnumSet.noneOf(Hindrance.class);
        for (int hash = rest.lastIndexOf('#'); hash >= 0; hash = rest.lastIndexOf('#')) {
            hindrances.add(Hindrance.valueOf(rest.substring(hash + 1).toUpperCase(Locale.ROOT)));
            rest = rest.substring(0, hash);
        }
        int star = rest.indexOf('*');
        if (star >= 0) {
            capacity = Double.parseDouble(rest.substring(star + 1));
            rest = rest.substring(0, star);
        }
        int hat = rest.indexOf('^');
        if (hat >= 0) {
            roleLoad = OptionalDouble.of(Double.parseDouble(rest.substring(hat + 1)));
            rest = rest.substring(0, hat);
        }
        boolean maintenance = rest.endsWith("m");
        boolean stuck = rest.endsWith("~");
        boolean restarted = rest.endsWith("!");
        rest = maintenance || stuck || restarted ? rest.substring(0, rest.length() - 1) : rest;
        int incarnation = incarnations.merge(id, restarted ? 1 : 0, Integer::sum);
        boolean dead = rest.equals("dead");
        boolean late = rest.equals("late");
        Metrics metrics = dead || late || rest.equals("-") ? null : metrics(rest);
        return new NodeObservation(
                dead ? Duration.ofHours(1) : late ? Duration.ofSeconds(5) : Duration.ZERO,
                "i" + incarnation,
                maintenance,
                stuck ? 0 : sequence,
                metrics,
                capacity,
                roleLoad,
                hindrances);
    }

    private static Metrics metrics(String word) {
        if (!word.contains(":")) {
            return Metrics.ofCpu(Double.parseDouble(word));
        }
        TreeMap<String, Double> values = new TreeMap<>();
        for (String metric : word.split("/")) {
            Map.Entry<String, Double> entry = Map.entry(
                    metric.substring(0, metric.indexOf(':')),
                    Double.valueOf(metric.substring(metric.indexOf(':') + 1)));
            values.put(entry.getKey(), entry.getValue());
        }
        return new Metrics(values);
    }
}
