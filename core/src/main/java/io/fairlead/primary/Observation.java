package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a decision of one round is made from, besides the state.
 *
 * @param at time on the group's own time line, which never goes back; 0 to 365000 days
 * @param nodes every node that belongs to the group, alive or not
 * @param orders what people want
 * @param facts what is known of the group as a whole
 */
public record Observation(Duration at, SortedMap<NodeId, NodeObservation> nodes, Orders orders, GroupFacts facts) {

    /** Far beyond any time line that is kept, and far from where sums of times overflow. */
    private static final Duration LONGEST = Duration.ofDays(365_000);

    /** Copies the nodes in the order of their ids; refuses a time out of range. */
    public Observation {
        if (at.isNegative() || at.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("at is " + at + ": use a time of 0 to 365000 days");
        }
        // Ids order by their own characters here, whatever order the caller's map had.
        SortedMap<NodeId, NodeObservation> copy = new TreeMap<>();
        copy.putAll(nodes);
        nodes = Collections.unmodifiableSortedMap(copy);
    }

    /** An observation of a group of which nothing out of the ordinary is known. */
    public Observation(Duration at, SortedMap<NodeId, NodeObservation> nodes, Orders orders) {
        this(at, nodes, orders, GroupFacts.none());
    }

    /** An observation without orders. */
    public static Observation of(Duration at, SortedMap<NodeId, NodeObservation> nodes) {
        return new Observation(at, nodes, Orders.none());
    }

    /** The same with other orders. */
    public Observation with(Orders other) {
        return new Observation(at, nodes, other, facts);
    }
}
