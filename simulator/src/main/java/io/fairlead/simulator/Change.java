package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One move of the role in a run.
 *
 * @param round the round in which it was decided
 * @param at the end of that round, since the start
 * @param from the primary before, or null if there was none
 * @param to the primary after
 * @param cause what moved the role
 * @param reason why
 * @param comparison the numbers that were compared
 */
public record Change(
        long round,
        Duration at,
        @Nullable NodeId from,
        NodeId to,
        Cause cause,
        Reason reason,
        Decision.Comparison comparison) {

    /** Whether the change moved the role, rather than gave it out for the first time. */
    public boolean isSwitch() {
        return cause != Cause.BOOTSTRAP;
    }
}
