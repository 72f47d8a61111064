package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The working bench of one evaluation: what is known, and the checks and alarms found so far.
 *
 * <p>Lives for one call and is never shared.
 */
final class Round {

    final PrimarySettings settings;
    final GroupState before;
    final Observation seen;
    final long number;
    final SortedMap<NodeId, NodeState> nodes;
    final RoleLoad roleLoad;
    final RoleLoad.Estimate cost;
    final SortedMap<NodeId, Standing> standings = new TreeMap<>();
    final List<Check> checks = new ArrayList<>();
    final List<Alarm> alarms = new ArrayList<>();

    /** Nodes whose heartbeat is fresh and that are not in maintenance. */
    int alive;

    /** The group size that hysteresis, confirmations, warm-up and cooldown follow; at least 1. */
    int k = 1;

    /** Rounds that the advantage has held; what the next round starts from. */
    int streak;

    Round(
            PrimarySettings settings,
            GroupState before,
            Observation seen,
            long number,
            SortedMap<NodeId, NodeState> nodes,
            RoleLoad roleLoad) {
        this.settings = settings;
        this.before = before;
        this.seen = seen;
        this.number = number;
        this.nodes = nodes;
        this.roleLoad = roleLoad;
        this.cost = roleLoad.estimate(settings, number);
        this.streak = before.streak();
    }

    /** Records a check and tells whether it passed. */
    boolean ask(Check check) {
        checks.add(check);
        return check.passed();
    }

    void alarm(Alarm.Kind kind, @Nullable NodeId node) {
        alarms.add(new Alarm(kind, node));
    }

    @Nullable NodeId primary() {
        return before.primary();
    }

    /** Load-driven switches that brought no gain, this round's finding included. */
    long switchesWithoutGain() {
        boolean found = alarms.stream().anyMatch(alarm -> alarm.kind() == Alarm.Kind.NO_GAIN);
        return before.switchesWithoutGain() + (found ? 1 : 0);
    }

    /** A span of time in seconds; no span is too long for it. */
    static double seconds(Duration span) {
        return span.getSeconds() + span.getNano() / 1e9;
    }

    /** The standbys that a question's answer leaves, in the order of their ids. */
    List<Standing> standbys(Predicate<Standing> which) {
        List<Standing> chosen = new ArrayList<>();
        for (Standing standing : standings.values()) {
            if (!standing.node().equals(primary()) && which.test(standing)) {
                chosen.add(standing);
            }
        }
        return Collections.unmodifiableList(chosen);
    }

    /** Whether a node could be given the role, if it is alive. */
    boolean isFree(NodeId node) {
        NodeObservation known = seen.nodes().get(node);
        return known == null || known.hindrances().stream().noneMatch(Hindrance::excludes);
    }

    /** Whether something of this sort keeps a node from the role. */
    boolean has(NodeId node, Hindrance hindrance) {
        NodeObservation known = seen.nodes().get(node);
        return known != null && known.hindrances().contains(hindrance);
    }

    /** Whether nothing keeps a node from the role but that the last primary does not know it. */
    boolean isOnlyUnlisted(NodeId node) {
        return has(node, Hindrance.UNLISTED) && !has(node, Hindrance.BOUND);
    }

    Decision keep(Reason reason, Decision.Comparison comparison) {
        return new Decision(Decision.Kind.KEEP, reason, null, primary(), primary(), comparison);
    }

    Decision keep(Reason reason) {
        return keep(reason, Decision.Comparison.none(k));
    }

    Decision nobody(Reason reason) {
        return new Decision(Decision.Kind.NO_PRIMARY, reason, null, primary(), null, Decision.Comparison.none(k));
    }

    Decision move(Reason reason, Cause cause, NodeId to) {
        return new Decision(Decision.Kind.SWITCH, reason, cause, primary(), to, Decision.Comparison.none(k));
    }
}
