package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A group as it is shown at one moment.
 *
 * @param group the group
 * @param settings how it is treated
 * @param orders what operators have ordered
 * @param timing for how long a role lasts
 * @param handover how far a change of primary has come
 * @param startLeft time for which nobody is promoted because the manager has just started to hear of the group
 * @param heldByFailsafe the primary that goes on without the answers of this manager, because a node that is heard has promised it so; or null
 * @param primary the node that is primary, or null
 * @param token the group's newest fencing token, 0 before the first primary
 * @param round number of the last round
 * @param failedRounds rounds that ended in a bug since the manager started
 * @param changes changes of primary since the manager started, by cause in lower case, or {@code lost}
 * @param roleLoad what being primary is taken to cost, or null before the first round
 * @param newest the newest decision, or null before the first
 * @param change the newest decision that changed the primary, or null
 * @param nodes its nodes in the order of their ids
 */
public record GroupView(
        GroupId group,
        GroupSettings settings,
        StandingOrders orders,
        Timing timing,
        HandoverView handover,
        Duration startLeft,
        @Nullable NodeId heldByFailsafe,
        @Nullable NodeView primary,
        long token,
        long round,
        long failedRounds,
        SortedMap<String, Long> changes,
        RoleLoad.@Nullable Estimate roleLoad,
        @Nullable DecisionRecord newest,
        @Nullable DecisionRecord change,
        List<NodeView> nodes) {

    /** Copies the lists. */
    public GroupView {
        changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
        nodes = List.copyOf(nodes);
    }

    /** Nodes that are heard of, late ones included. */
    public long alive() {
        return nodes.stream().filter(NodeView::isHeard).count();
    }

    /** A node, or null if the group has none of that id. */
    public @Nullable NodeView node(NodeId id) {
        return nodes.stream().filter(node -> node.node().equals(id)).findFirst().orElse(null);
    }
}
