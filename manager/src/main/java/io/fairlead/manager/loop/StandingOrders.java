package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What operators have ordered for a group until they order otherwise. It stands above the configuration and outlives a
 * restart.
 *
 * @param observe the observe mode, or null for that of the configuration
 * @param pause which decisions are not made
 * @param maintenance nodes that were taken out of the election, or put back into it, whatever the configuration says
 */
public record StandingOrders(@Nullable Observe observe, Pause pause, SortedMap<NodeId, Boolean> maintenance) {

    private static final StandingOrders NONE = new StandingOrders(null, Pause.OFF, new TreeMap<>());

    /** Copies the nodes in the order of their ids. */
    public StandingOrders {
        SortedMap<NodeId, Boolean> copy = new TreeMap<>();
        copy.putAll(maintenance);
        maintenance = Collections.unmodifiableSortedMap(copy);
    }

    /** Nothing was ordered. */
    public static StandingOrders none() {
        return NONE;
    }

    /** The same with another observe mode, or that of the configuration if it is null. */
    public StandingOrders with(@Nullable Observe other) {
        return new StandingOrders(other, pause, maintenance);
    }

    /** The same with another pause. */
    public StandingOrders with(Pause other) {
        return new StandingOrders(observe, other, maintenance);
    }

    /** The same with a node in maintenance or not. */
    public StandingOrders withMaintenance(NodeId node, boolean on) {
        SortedMap<NodeId, Boolean> nodes = new TreeMap<>(maintenance);
        nodes.put(node, on);
        return new StandingOrders(observe, pause, nodes);
    }

    /** The same without any order for a node. */
    public StandingOrders without(NodeId node) {
        SortedMap<NodeId, Boolean> nodes = new TreeMap<>(maintenance);
        nodes.remove(node);
        return new StandingOrders(observe, pause, nodes);
    }

    /** The observe mode in force. */
    public Observe observe(GroupSettings settings) {
        return observe == null ? settings.observe() : observe;
    }

    /** The nodes that are out of the election. */
    public SortedSet<NodeId> maintenance(GroupSettings settings) {
        SortedSet<NodeId> nodes = new TreeSet<>(settings.maintenance());
        maintenance.forEach((node, on) -> {
            if (on) {
                nodes.add(node);
            } else {
                nodes.remove(node);
            }
        });
        return nodes;
    }
}
