package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverLevel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a heartbeat says about the steps of a change, beyond role and token. A program that knows no steps says none of it.
 *
 * @param number its number, growing by 1 within an incarnation, or -1 if it is not counted
 * @param handover how far the node is with what it was told, or null if it knows no steps
 * @param bound for how long it takes no role, zero if it is free
 * @param promisedTo the primary to which it has promised that, or null if it has just started
 * @param unhealthy whether its health hook fails
 * @param peer where other nodes ask it when no manager answers, or null if they cannot
 * @param failsafe whether it asks others itself before it lays a role down
 * @param listVersion version of the list of members that it has taken over, 0 for none
 * @param listHash the hash of that list, or null if it is not said
 * @param reason why it laid down the role that it last had, or null
 * @param cluster the name of the store that it remembers, or null if it remembers none
 */
public record NodeSteps(
        long number,
        @Nullable HandoverReport handover,
        Duration bound,
        @Nullable NodeId promisedTo,
        boolean unhealthy,
        @Nullable String peer,
        boolean failsafe,
        long listVersion,
        @Nullable String listHash,
        @Nullable String reason,
        @Nullable String cluster) {

    private static final NodeSteps NONE =
            new NodeSteps(-1, null, Duration.ZERO, null, false, null, false, 0, null, null, null);

    /** Nothing is said. */
    public static NodeSteps none() {
        return NONE;
    }

    /** Nothing but how far it is. */
    public static NodeSteps of(HandoverLevel level, long id) {
        return new NodeSteps(
                -1, new HandoverReport(id, level), Duration.ZERO, null, false, null, false, 0, null, null, null);
    }
}
