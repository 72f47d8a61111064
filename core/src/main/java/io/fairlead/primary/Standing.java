package io.fairlead.primary;

import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Where one node stands in one round.
 *
 * @param node the node
 * @param state what is remembered of it, this round included
 * @param alive whether its heartbeat is fresh and it is not in maintenance
 * @param free whether something could give it the role, if it is alive
 * @param measured whether enough of its samples arrived
 * @param failed the first question that keeps it from being a candidate, or null if it is eligible
 * @param plainMean plain mean of the window's valid samples in points, or NaN without any
 * @param projected its load average, and for a standby what the role would add, in points; NaN if not measured
 */
public record Standing(
        NodeId node,
        NodeState state,
        boolean alive,
        boolean free,
        boolean measured,
        @Nullable PrimaryQuestion failed,
        double plainMean,
        double projected) {

    /** Whether the node may be chosen by preference. */
    public boolean eligible() {
        return failed == null;
    }

    /** Whether the node may be given the role at all. */
    public boolean able() {
        return alive && free;
    }

    /** The load average in points, or NaN before the first valid sample. */
    public double average() {
        return state.average().value();
    }
}
