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

    /** Role loads below this many points drown in noise and accuse nobody's sensor. */
    private static final double LEAST_PLAUSIBLE_ROLE_LOAD = 8;

    /**
     * Standard error of one lesson from two machines of capacity 1, in units of the nodes' noise, where loads have a
     * memory of half a minute.
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
        double fromBefore = from == null ? Double.NaN : mean(from);
        double toBefore = mean(to);
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
        double toAfter = mean(change.to());
        double up = toAfter - change.toBefore();
        double down = from == null || change.from() == null ? Double.NaN : change.fromBefore() - mean(change.from());
        Lesson lesson = new Lesson(from, to, up, down, toAfter);
        if (settings.has(Safeguard.PLAUSIBILITY)) {
            lesson = judged(lesson, change.to(), before.estimate(settings, round));
        }
        return lesson.shares() == 0 ? now : learned(now, lesson.points(), standardError(lesson));
    }

    /** By the noise of the sides that taught; points of a large machine weigh more than those of a small one. */
    private double standardError(Lesson lesson) {
        int window = settings.averaging().window();
        NodeState from = lesson.from();
        double noise = lesson.knowsUp() ? lesson.to().average().noise(window) : 0;
        if (from != null && lesson.knowsDown()) {
            noise = Math.max(noise, from.average().noise(window));
        }
        int sides = (lesson.knowsUp() ? 1 : 0) + (lesson.knowsDown() ? 1 : 0);
        return STANDARD_ERROR * noise * Math.sqrt(2 * sides) / lesson.shares();
    }

    private RoleLoad learned(RoleLoad now, double points, double error) {
        boolean comparable = now.isMeasured(round, settings.averaging().window()) && now.measured() >= 1;
        RoleLoad taught = now.learn(points, error);
        return comparable ? taught.learnGain(points / now.measured()) : taught;
    }

    /**
     * What one change shows, in points; NaN where a side is not known.
     *
     * @param up how much busier the new primary got
     * @param down how much idler the old one got
     * @param toAfter the new primary's mean load afterwards
     */
    private record Lesson(@Nullable NodeState from, NodeState to, double up, double down, double toAfter) {

        /** What the known sides show together, on a machine of capacity 1. */
        double points() {
            return ((knowsUp() ? up : 0) + (knowsDown() ? down : 0)) / shares();
        }

        double shares() {
            return (knowsUp() ? 1 / to.capacity() : 0) + (from != null && knowsDown() ? 1 / from.capacity() : 0);
        }

        Lesson withoutUp() {
            return new Lesson(from, to, Double.NaN, down, toAfter);
        }

        boolean knowsUp() {
            return !Double.isNaN(up);
        }

        boolean knowsDown() {
            return !Double.isNaN(down);
        }
    }

    /**
     * Suspects the new primary's sensor where the old primary shed the role's load and the new one shows no sign of it.
     * Where nobody knows what the role costs, the old one's fall is taken for it; but that may have been a burst that
     * ended, so then the new primary's whole load has to be too small to hold the role.
     */
    private Lesson judged(Lesson lesson, NodeId node, RoleLoad.Estimate known) {
        NodeState from = lesson.from();
        if (from == null || !lesson.knowsUp() || !lesson.knowsDown()) {
            return lesson;
        }
        double role = known.isKnown() ? known.points() : lesson.down() * from.capacity();
        double onTo = role / lesson.to().capacity();
        boolean shed = onTo >= LEAST_PLAUSIBLE_ROLE_LOAD && lesson.down() >= 0.5 * role / from.capacity();
        boolean shown = lesson.up() >= 0.3 * onTo || (!known.isKnown() && lesson.toAfter() >= 0.3 * onTo);
        if (shed && !shown) {
            nodes.put(node, lesson.to().suspectedFrom(at));
            return lesson.withoutUp();
        }
        if (shed && known.isKnown()) {
            nodes.put(node, lesson.to().trusted());
        }
        return lesson;
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

    private int meanRounds() {
        return Math.min(settings.averaging().window(), settings.roundsIn(MEAN_SPAN));
    }
}
