package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is remembered of one group from round to round.
 *
 * @param round number of the last round, 0 before the first
 * @param primary the node that has the role, or null
 * @param primaryIncarnation the process that was given the role, or null
 * @param bootstrapped whether the group ever had a primary
 * @param lastSwitch when the role last moved, or null; a first primary is not a move
 * @param lastShown when observe mode last showed a move that it held back, or null
 * @param lastChangeRound round of the last change of roles, a first primary included, or 0
 * @param streak rounds that an advantage above the hysteresis has held
 * @param nodes what is remembered of each node
 * @param roleLoad what being primary costs
 * @param gainWatch the switch whose gain is still to be judged, or null
 * @param switchesWithoutGain load-driven switches that brought no gain, since the group began
 */
public record GroupState(
        long round,
        @Nullable NodeId primary,
        @Nullable String primaryIncarnation,
        boolean bootstrapped,
        @Nullable Duration lastSwitch,
        @Nullable Duration lastShown,
        long lastChangeRound,
        int streak,
        SortedMap<NodeId, NodeState> nodes,
        RoleLoad roleLoad,
        @Nullable GainWatch gainWatch,
        long switchesWithoutGain) {

    /** Copies the nodes in the order of their ids. */
    public GroupState {
        SortedMap<NodeId, NodeState> copy = new TreeMap<>();
        copy.putAll(nodes);
        nodes = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * A load-driven switch that is to be judged later.
     *
     * @param from the node that was left
     * @param to the node that was chosen
     * @param dueRound the round in which it is judged
     */
    public record GainWatch(NodeId from, NodeId to, long dueRound) {}

    /** A group of which nothing is known. */
    public static GroupState initial() {
        return new GroupState(0, null, null, false, null, null, 0, 0, new TreeMap<>(), RoleLoad.unknown(), null, 0);
    }

    /**
     * The same group without a primary: somebody else was given the role by a manager whose decision is not known here.
     * What was measured stays.
     */
    public GroupState withoutPrimary() {
        return new GroupState(
                round,
                null,
                null,
                bootstrapped,
                lastSwitch,
                lastShown,
                round,
                0,
                nodes,
                roleLoad.with(null),
                null,
                switchesWithoutGain);
    }

    /**
     * The same group after a time in which nobody could be measured: the loads before it say nothing any more, so the
     * averages begin anew. Who is primary, when the role last moved, what it costs and which nodes have earned trust
     * stays.
     */
    public GroupState withoutLoads() {
        SortedMap<NodeId, NodeState> unmeasured = new TreeMap<>();
        nodes.forEach((id, node) -> unmeasured.put(id, node.unmeasured()));
        return new GroupState(
                round,
                primary,
                primaryIncarnation,
                bootstrapped,
                lastSwitch,
                lastShown,
                lastChangeRound,
                0,
                unmeasured,
                roleLoad.with(null),
                null,
                switchesWithoutGain);
    }

    /**
     * The same group with a primary that it already has: for a manager that starts beside a running group.
     *
     * @param node the node that holds the role
     * @param incarnation its process
     */
    public GroupState adopting(NodeId node, String incarnation) {
        return new GroupState(
                round,
                node,
                incarnation,
                true,
                lastSwitch,
                lastShown,
                round,
                0,
                nodes,
                roleLoad,
                null,
                switchesWithoutGain);
    }
}
