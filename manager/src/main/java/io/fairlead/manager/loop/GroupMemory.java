package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.handover.HandoverState;
import io.fairlead.primary.Decision;
import io.fairlead.primary.GroupState;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a group that outlives a restart of the manager, at one moment.
 *
 * @param group the group
 * @param at the moment, on the group's own time line
 * @param roundAt when its last round was, on the same time line
 * @param state what the rules remember
 * @param token the group's newest fencing token
 * @param handover how far a change of primary has come
 * @param wanted the decision that it carries out, or null where nothing changes
 * @param highestReported the highest token that a node has ever reported
 * @param granted the silence after which whatever was granted to a primary is over; zero if nothing was
 * @param list the nodes as its primary knows them
 * @param orders what operators have ordered
 * @param members its nodes
 * @param changes its last changes of primary, oldest first
 * @param drills its last drills, oldest first
 */
public record GroupMemory(
        GroupId group,
        Duration at,
        Duration roundAt,
        GroupState state,
        long token,
        HandoverState handover,
        @Nullable Decision wanted,
        long highestReported,
        Duration granted,
        MemberList list,
        StandingOrders orders,
        List<MemberMemory> members,
        List<DecisionRecord> changes,
        List<DrillRecord> drills) {

    /** Copies the lists. */
    public GroupMemory {
        members = List.copyOf(members);
        changes = List.copyOf(changes);
        drills = List.copyOf(drills);
    }

    /**
     * A group as an earlier process remembered it.
     *
     * @param memory the group
     * @param ago time since then, the time without a manager included
     */
    public record Past(GroupMemory memory, Duration ago) {}
}
