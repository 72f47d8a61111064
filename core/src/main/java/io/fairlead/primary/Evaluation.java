package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import java.util.List;
import java.util.SortedMap;

/**
 * What one round came to.
 *
 * @param decision what was decided, and why
 * @param checks every condition that was tested, in the order of testing
 * @param alarms what a person should know
 * @param standings where each node stands
 * @param roleLoad what being primary is taken to cost
 * @param next the group's memory after the round, the decision carried out
 */
public record Evaluation(
        Decision decision,
        List<Check> checks,
        List<Alarm> alarms,
        SortedMap<NodeId, Standing> standings,
        RoleLoad.Estimate roleLoad,
        GroupState next) {}
