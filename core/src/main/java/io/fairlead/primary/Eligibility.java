package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import io.fairlead.load.LoadAverage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks of every node, in this order, what it takes to be alive, measured and a candidate. */
final class Eligibility {

    /** Span in which four swings of a sensor raise an alarm. */
    private static final Duration SWING_SPAN = Duration.ofMinutes(5);

    private final Round round;

    private Eligibility(Round round) {
        this.round = round;
    }

    /** Fills the round's group size and standings. */
    static void judge(Round round) {
        Eligibility eligibility = new Eligibility(round);
        Map<NodeId, PrimaryQuestion> dead = eligibility.countAlive();
        round.nodes.forEach((id, state) -> {
            Standing standing = eligibility.standing(id, state, dead.get(id));
            round.standings.put(id, standing);
            eligibility.warn(standing);
        });
    }

    /** Finds who is alive first, because the warm-up depends on how many are. */
    private Map<NodeId, PrimaryQuestion> countAlive() {
        Map<NodeId, PrimaryQuestion> dead = new TreeMap<>();
        int earned = 0;
        for (Map.Entry<NodeId, NodeState> entry : round.nodes.entrySet()) {
            PrimaryQuestion failed = failedLiveness(entry.getKey());
            if (failed != null) {
                dead.put(entry.getKey(), failed);
                continue;
            }
            round.alive++;
            earned += entry.getValue().earned() ? 1 : 0;
        }
        int counted = round.settings.has(Safeguard.EARNED_GROUP_SIZE) ? earned : round.alive;
        round.k = Math.max(1, counted);
        return dead;
    }

    private @Nullable PrimaryQuestion failedLiveness(NodeId id) {
        NodeObservation node = round.seen.nodes().get(id);
        double age = node == null ? Double.POSITIVE_INFINITY : Round.seconds(node.heartbeatAge());
        Duration usual = round.settings.heartbeatTimeout();
        boolean primary = id.equals(round.primary());
        double timeout = Round.seconds(primary ? usual.plus(round.seen.facts().patience()) : usual);
        if (!round.ask(Check.of(PrimaryQuestion.HEARTBEAT_AGE, id, age, timeout))) {
            return PrimaryQuestion.HEARTBEAT_AGE;
        }
        boolean maintenance = node != null && node.maintenance();
        return round.ask(Check.yes(PrimaryQuestion.IN_SERVICE, id, !maintenance)) ? null : PrimaryQuestion.IN_SERVICE;
    }

    private Standing standing(NodeId id, NodeState state, @Nullable PrimaryQuestion dead) {
        boolean primary = id.equals(round.primary());
        PrimaryQuestion hindered = dead == null ? hindered(id, primary) : null;
        boolean free = hindered != PrimaryQuestion.FREE;
        int window = round.settings.averaging().window();
        double plainMean = state.average().plainMean(window);
        if (dead != null) {
            return new Standing(id, state, false, free, false, dead, plainMean, Double.NaN);
        }
        SwitchRule rule = round.settings.rule();
        LoadAverage average = state.average();
        double coverage = average.isEmpty() ? Double.NaN : 100 * average.coverage(window);
        if (!round.ask(Check.of(PrimaryQuestion.COVERAGE, id, coverage, 100 * rule.leastCoverage()))) {
            PrimaryQuestion first = hindered == null ? PrimaryQuestion.COVERAGE : hindered;
            return new Standing(id, state, true, free, false, first, plainMean, Double.NaN);
        }
        double projected = primary ? average.value() : Math.min(100, average.value() + roleLoadOn(state));
        PrimaryQuestion failed = firstFailed(id, state, primary);
        return new Standing(id, state, true, free, true, hindered == null ? failed : hindered, plainMean, projected);
    }

    /** Asked only of a node that something keeps from the role: nearly none is. The primary has it already. */
    private @Nullable PrimaryQuestion hindered(NodeId id, boolean primary) {
        NodeObservation node = round.seen.nodes().get(id);
        Set<Hindrance> found = node == null || primary ? EnumSet.noneOf(Hindrance.class) : node.hindrances();
        if (found.stream().anyMatch(Hindrance::excludes)) {
            round.ask(Check.yes(PrimaryQuestion.FREE, id, false));
            return PrimaryQuestion.FREE;
        }
        if (found.contains(Hindrance.UNHEALTHY)) {
            round.ask(Check.yes(PrimaryQuestion.HEALTHY, id, false));
            return PrimaryQuestion.HEALTHY;
        }
        if (found.contains(Hindrance.BARRED)) {
            round.ask(Check.yes(PrimaryQuestion.NOT_BARRED, id, false));
            return PrimaryQuestion.NOT_BARRED;
        }
        return null;
    }

    private @Nullable PrimaryQuestion firstFailed(NodeId id, NodeState state, boolean primary) {
        PrimarySettings settings = round.settings;
        int window = settings.averaging().window();
        if (!round.ask(Check.of(PrimaryQuestion.OBSERVED, id, state.average().rounds(), window))) {
            return PrimaryQuestion.OBSERVED;
        }
        int warm = settings.rule().warmUpWindows().at(round.k) * window;
        if (!primary
                && settings.has(Safeguard.OWN_WARM_UP)
                && !round.ask(Check.of(PrimaryQuestion.WARM, id, state.stableRounds(), warm))) {
            return PrimaryQuestion.WARM;
        }
        if (settings.has(Safeguard.PLAUSIBILITY)
                && !round.ask(Check.yes(PrimaryQuestion.SENSOR_TRUSTED, id, !state.isSuspect(round.seen.at())))) {
            return PrimaryQuestion.SENSOR_TRUSTED;
        }
        if (settings.has(Safeguard.ROUGH_SENSOR)
                && !round.ask(Check.yes(
                        PrimaryQuestion.SENSOR_SMOOTH, id, !state.average().isRough()))) {
            return PrimaryQuestion.SENSOR_SMOOTH;
        }
        return null;
    }

    /**
     * What the role would add to a standby, rounded up by what the figure may be too low by: a quarter too low costs far
     * more than a quarter too high. The role cannot cost more than all of the primary's present load.
     */
    private double roleLoadOn(NodeState standby) {
        NodeId primary = round.primary();
        NodeState holder = primary == null ? null : round.nodes.get(primary);
        double points = round.cost.points() + round.cost.margin();
        if (holder != null && !holder.average().isEmpty()) {
            points = Math.min(points, holder.average().value() * holder.capacity());
        }
        return points / standby.capacity();
    }

    private void warn(Standing standing) {
        NodeState state = standing.state();
        if (!standing.alive()) {
            return;
        }
        if (round.settings.has(Safeguard.ROUGH_SENSOR)) {
            if (state.average().isRough()) {
                round.alarm(Alarm.Kind.SENSOR_ROUGH, standing.node());
            } else if (state.swings().isSwinging(round.number, round.settings.roundsIn(SWING_SPAN))) {
                round.alarm(Alarm.Kind.SENSOR_SWINGING, standing.node());
            }
        }
        if (state.isSuspect(round.seen.at())) {
            round.alarm(Alarm.Kind.SENSOR_SUSPECT, standing.node());
        }
        if (state.partial()) {
            round.alarm(Alarm.Kind.PARTIAL, standing.node());
        }
    }
}
