package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns from each change of primary what the role costs, by difference in differences: how much busier the new
 * primary got, how much idler the old one, 60 s of load after against 60 s before, the first 60 s left out.
 *
 * <p>{@code R = (up_j + down_i) / (1/c_i + 1/c_j)} for a change from i to j with relative capacities c; where only
 * one side is known, that side alone.
 */
final class RoleLearning {

    private static final Duration SETTLING = Duration.ofSeconds(60);
    private static final Duration MEAN_SPAN = Duration.ofSeconds(60);
    private static final Duration SUSPICION = Duration.ofMinutes(30);

    /** Role loads below this many points drown in noise and accuse nobody's sensor. */
    private static final double LEAST_PLAUSIBLE_ROLE_LOAD = 8;

    /**
     * Standard error of one lesson, in units of the nodes' noise, where loads have a memory of half a minute. A lesson
     * is rounded up by it: a role load taken a quarter too low costs far more than one taken a quarter too high.
     */
    private static final double STANDARD_ERROR = 1.25;

    private final PrimarySettings settings;
    private final SortedMap<NodeId, NodeState> nodes;
    private final long round;
    private final Duration at;

    RoleLearning(PrimarySettings settings, SortedMap<NodeId, NodeState> nodes, long round, Duration at) {
        this.settings = settings;
        this.nodes = nodes;
        this.round = round;
        this.at = at;
    }

    /** A change that is to be measured, or null if nothing can be learned from it. */
    RoleLoad.@Nullable Change begin(@Nullable NodeId from, NodeId to) {
        double fromBefore = from == null || from.equals(to) ? Double.NaN : mean(from);
        double toBefore = to.equals(from) ? Double.NaN : mean(to);
        if (!isLearning() || (Double.isNaN(fromBefore) && Double.isNaN(toBefore))) {
            return null;
        }
        // The first round in the new role is the next one; settling starts after it.
        long due = round + 1 + settings.roundsIn(SETTLING) + meanRounds();
        return new RoleLoad.Change(from, to, due, fromBefore, toBefore);
    }

    /** What is known after this round; may put the new primary's sensor under suspicion in the given nodes. */
    RoleLoad next(RoleLoad before, @Nullable NodeId primary, @Nullable NodeObservation seen) {
        RoleLoad now = before;
        if (primary != null && seen != null && seen.roleLoad().isPresent() && settings.has(Safeguard.ROLE_LOAD)) {
            now = now.withMeasurement(seen.roleLoad().getAsDouble() * seen.capacity(), round);
        }
        RoleLoad.Change change = now.change();
        if (change == null) {
            return now;
        }
        if (!change.to().equals(primary)) {
            return now.with(null);
        }
        return round < change.dueRound() ? now : conclude(now, change);
    }

    private RoleLoad conclude(RoleLoad before, RoleLoad.Change change) {
        RoleLoad now = before.with(null);
        NodeState to = nodes.get(change.to());
        if (to == null) {
            return now;
        }
        NodeState from = change.from() == null ? null : nodes.get(change.from());
        double up = mean(change.to()) - change.toBefore();
        double down = from == null || change.from() == null ? Double.NaN : change.fromBefore() - mean(change.from());
        if (from != null && !Double.isNaN(down) && isImplausible(before, up, down, new Pair(from, to))) {
            nodes.put(change.to(), to.suspectedUntil(at.plus(SUSPICION)));
            up = Double.NaN;
        }
        double points = 0;
        double shares = 0;
        if (!Double.isNaN(up)) {
            points += up;
            shares += 1 / to.capacity();
        }
        if (from != null && !Double.isNaN(down)) {
            points += down;
            shares += 1 / from.capacity();
        }
        double noise = Math.max(noise(to), from == null ? 0 : noise(from));
        return shares == 0 ? now : learned(now, points / shares, STANDARD_ERROR * noise);
    }

    private RoleLoad learned(RoleLoad now, double points, double roundedUpBy) {
        boolean comparable = now.isMeasured(round, settings.averaging().window()) && now.measured() >= 1;
        RoleLoad taught = now.learn(points + roundedUpBy);
        return comparable ? taught.learnGain(points / now.measured()) : taught;
    }

    /** Both ends of a change. */
    private record Pair(NodeState from, NodeState to) {}

    /**
     * The old primary shed the role's load and the new one shows no sign of it: one of the sensors is wrong. Where
     * nobody knows what the role costs there is nothing to hold them against: the old primary may have got idle
     * because its own burst ended.
     */
    private boolean isImplausible(RoleLoad before, double up, double down, Pair pair) {
        RoleLoad.Estimate known = before.estimate(settings, round);
        if (!settings.has(Safeguard.PLAUSIBILITY) || Double.isNaN(up) || !known.isKnown()) {
            return false;
        }
        double role = known.points();
        double onTo = role / pair.to().capacity();
        return onTo >= LEAST_PLAUSIBLE_ROLE_LOAD
                && down >= 0.5 * role / pair.from().capacity()
                && up < 0.3 * onTo;
    }

    private boolean isLearning() {
        return (settings.has(Safeguard.ROLE_LOAD) && settings.fixedRoleLoad().isEmpty())
                || settings.has(Safeguard.PLAUSIBILITY);
    }

    private double mean(NodeId node) {
        NodeState state = nodes.get(node);
        OptionalDouble mean =
                state == null ? OptionalDouble.empty() : state.average().meanOfLast(meanRounds());
        return mean.orElse(Double.NaN);
    }

    private double noise(NodeState state) {
        return state.average().noise(settings.averaging().window());
    }

    private int meanRounds() {
        return Math.min(settings.averaging().window(), settings.roundsIn(MEAN_SPAN));
    }
}
