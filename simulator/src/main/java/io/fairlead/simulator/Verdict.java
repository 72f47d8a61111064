package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What a policy says in one round.
 *
 * @param decision what was decided, and why
 * @param primary who has the role from now on, or null
 * @param eligible who could have been chosen, the primary among them if it may keep the role
 * @param alarms what a person should know
 * @param roleLoad what being primary is taken to cost
 */
public record Verdict(
        Decision decision,
        @Nullable NodeId primary,
        SortedSet<NodeId> eligible,
        List<Alarm> alarms,
        RoleLoad.Estimate roleLoad) {

    /** The move of the role that was decided in a round, or null if the role stays. */
    @Nullable Change change(long round, Duration at) {
        NodeId to = decision.to();
        Cause cause = decision.cause();
        return decision.isSwitch() && to != null && cause != null
                ? new Change(round, at, decision.from(), to, cause, decision.reason(), decision.comparison())
                : null;
    }
}
