package io.fairlead.handover;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a group's change of primary has come: all that must be remembered to go on after a restart.
 *
 * @param course the step, and whom it is about
 * @param primary to whom the role was last given, or null if it is nobody's; it may not have begun yet
 * @param token the newest fencing token, 0 before the first primary
 * @param holdings the nodes that may hold a lease: each was made primary, and has neither laid the role down nor lost
 *     its lease for certain
 * @param bars the nodes that are left out of load-driven changes
 */
public record HandoverState(
        Course course,
        @Nullable NodeId primary,
        long token,
        SortedMap<NodeId, Holding> holdings,
        SortedMap<NodeId, Bar> bars) {

    /** Checks the token, and keeps copies. */
    public HandoverState {
        FencingToken.check("token", token);
        holdings = Collections.unmodifiableSortedMap(new TreeMap<>(holdings));
        bars = Collections.unmodifiableSortedMap(new TreeMap<>(bars));
    }

    /**
     * The step of a change.
     *
     * @param step the step
     * @param kind why there is a change; {@link HandoverKind#FAILOVER} where nothing changes
     * @param from the primary before, or null if there was none or it is gone
     * @param to the candidate, or null where nothing changes
     * @param since when the step began, on the group's own time line
     * @param flawed whether a step before it failed without ending the change; of a drill, whether its outcome is told
     * @param number which change of the group it is, growing; that of the last one where nothing changes
     */
    public record Course(
            HandoverStep step,
            HandoverKind kind,
            @Nullable NodeId from,
            @Nullable NodeId to,
            Duration since,
            boolean flawed,
            long number) {

        Course steady(Duration at) {
            return new Course(HandoverStep.STEADY, HandoverKind.FAILOVER, null, null, at, false, number);
        }

        Course at(HandoverStep next, Duration at) {
            return new Course(next, kind, from, to, at, flawed, number);
        }

        Course withError() {
            return new Course(step, kind, from, to, since, true, number);
        }

        Course as(HandoverKind other) {
            return new Course(step, other, from, to, since, flawed, number);
        }

        Course fromNobody() {
            return new Course(step, kind, null, to, since, flawed, number);
        }
    }

    /** A group that never had a primary. */
    public static HandoverState initial() {
        Course steady = new Course(HandoverStep.STEADY, HandoverKind.FAILOVER, null, null, Duration.ZERO, false, 0);
        return new HandoverState(steady, null, 0, new TreeMap<>(), new TreeMap<>());
    }

    /** The same, with a primary that is known from elsewhere: it holds the role under a token. */
    public HandoverState holding(NodeId node, long newest) {
        SortedMap<NodeId, Holding> more = new TreeMap<>(holdings);
        more.put(node, new Holding(newest, false));
        return new HandoverState(course, node, newest, more, bars);
    }

    /**
     * The same at rest, with what is known from elsewhere: who has the role, or that nobody has. Whoever may hold a lease
     * still may.
     *
     * @param node the primary, or null
     * @param newest the newest token that is known
     * @param at when, on the group's own time line
     */
    public HandoverState adopting(@Nullable NodeId node, long newest, Duration at) {
        HandoverState rest = with(course.steady(at));
        return node == null ? new HandoverState(rest.course, null, newest, holdings, bars) : rest.holding(node, newest);
    }

    /** The same after a time in which nobody could be told or heard: the present step has all of its time again. */
    public HandoverState resumed(Duration at) {
        return with(course.at(course.step(), at));
    }

    /** Whether nothing changes at present. */
    public boolean isSteady() {
        return course.step() == HandoverStep.STEADY;
    }

    /** Whether a node is left out of load-driven changes at a time. */
    public boolean isBarred(NodeId node, Duration at) {
        Bar bar = bars.get(node);
        return bar != null && at.compareTo(bar.until()) < 0;
    }

    /** Whether somebody other than a node may hold a lease. */
    public boolean mayOthersHold(@Nullable NodeId node) {
        return holdings.keySet().stream().anyMatch(holder -> !holder.equals(node));
    }

    /** Whether the primary laid the role down by itself, and failed at it. */
    boolean isPrimaryUnstopped() {
        Holding holding = primary == null ? null : holdings.get(primary);
        return holding != null && holding.unstopped();
    }

    HandoverState with(Course next) {
        return new HandoverState(next, primary, token, holdings, bars);
    }

    HandoverState withPrimary(@Nullable NodeId next) {
        return new HandoverState(course, next, token, holdings, bars);
    }

    HandoverState unstopped(NodeId node, Holding holding) {
        SortedMap<NodeId, Holding> changed = new TreeMap<>(holdings);
        changed.put(node, new Holding(holding.token(), true));
        return new HandoverState(course, primary, token, changed, bars);
    }

    HandoverState withoutHolding(NodeId node) {
        SortedMap<NodeId, Holding> fewer = new TreeMap<>(holdings);
        fewer.remove(node);
        return new HandoverState(course, primary, token, fewer, bars);
    }

    HandoverState barred(NodeId node, HandoverSettings.Bars rule, Duration at) {
        Bar before = bars.get(node);
        int failures = before == null ? 1 : before.failures() + 1;
        SortedMap<NodeId, Bar> more = new TreeMap<>(bars);
        more.put(node, new Bar(failures, at.plus(rule.after(failures))));
        return new HandoverState(course, primary, token, holdings, more);
    }

    HandoverState unbarred(NodeId node) {
        SortedMap<NodeId, Bar> fewer = new TreeMap<>(bars);
        fewer.remove(node);
        return new HandoverState(course, primary, token, holdings, fewer);
    }
}
