package io.fairlead.agent.http;

import io.fairlead.handover.HandoverLevel;

/**
 * What HAProxy's agent-check is told of a node by its role in its group.
 *
 * <p>Whatever lets a server work again says health, state and weight at once: HAProxy keeps each of them until it hears another,
 * so of an answer that got lost nothing may be missing afterwards.
 */
final class RoleAnswer {
    private RoleAnswer() {}

    /**
     * The answer, without its end of line.
     *
     * @param primary whether the node is primary at this moment
     * @param level how far it is with what it was told
     * @param stopping whether its agent stops for good
     * @param standbyShare the percent of its weight that a standby has, 0 for none of it
     */
    static String of(boolean primary, HandoverLevel level, boolean stopping, int standbyShare) {
        if (primary) {
            return ofPrimary(level, stopping);
        }
        return switch (level) {
            // Without the role, and its work still runs: the lease has just ended, or its steps are not over.
            case PROMOTING, PROMOTED, STOPPING, DRAINING -> "drain";
            case STOP_FAILED -> "down #demote failed";
            case PROMOTE_FAILED -> "down #promote failed";
            case IDLE,
                    PREPARING,
                    PREPARED,
                    PREPARE_FAILED,
                    PREPARE_WITHDRAWN,
                    STOPPED,
                    DRAINED,
                    CLEANING,
                    CLEANED,
                    CLEANUP_FAILED -> ofStandby(stopping, standbyShare);
        };
    }

    private static String ofPrimary(HandoverLevel level, boolean stopping) {
        if (stopping) {
            return "drain";
        }
        // Only promote knows when the service works as primary; that its port answers does not say so.
        return level == HandoverLevel.PROMOTING ? "down #promoting" : up(100);
    }

    private static String ofStandby(boolean stopping, int share) {
        if (stopping) {
            return "down #stopping";
        }
        // HAProxy takes a weight of 0 for a drain, so no share is a state of its own.
        return share == 0 ? "down #standby" : up(share);
    }

    static String up(int percent) {
        return "up ready " + percent + "%";
    }
}
