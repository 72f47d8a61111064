package io.fairlead.manager.loop;

import io.fairlead.handover.HandoverState;
import java.time.Duration;
import java.util.List;

/**
 * How a group's change of primary is shown.
 *
 * @param state how far it has come
 * @param sinceStep time since the present step began
 * @param barredFor for how long nodes are left out of load-driven changes, in the order of their ids
 * @param news the last things that happened, oldest first
 * @param drills what came of the group's drills
 */
public record HandoverView(
        HandoverState state, Duration sinceStep, List<Barred> barredFor, List<StepNews> news, DrillView drills) {

    /** Copies the lists. */
    public HandoverView {
        barredFor = List.copyOf(barredFor);
        news = List.copyOf(news);
    }

    /**
     * A node that is left out for now.
     *
     * @param node the node
     * @param left for how long
     * @param failures how many steps in a row failed on it
     */
    public record Barred(io.fairlead.NodeId node, Duration left, int failures) {}
}
