package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.Timing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the manager says to a heartbeat. */
public sealed interface HeartbeatAnswer {

    /** What came of the heartbeat, in one word. */
    String result();

    /**
     * The heartbeat counted.
     *
     * @param group the group
     * @param token the group's newest fencing token, 0 before the first primary
     * @param primary the group's primary, or null if there is none
     * @param order what the node is told
     * @param renewed whether the role that it holds is prolonged from the send of this heartbeat
     * @param timing for how long a role lasts
     * @param handover how changes happen
     * @param sampleInterval length of a round of the group: each wants a sample of each node
     * @param list the nodes of the group, or null where none of them can be asked for a promise
     * @param cluster the name of the store, or null where nothing outlives the manager
     */
    record Accepted(
            GroupId group,
            long token,
            @Nullable NodeId primary,
            StepOrder order,
            boolean renewed,
            Timing timing,
            HandoverSettings handover,
            Duration sampleInterval,
            @Nullable MemberList list,
            @Nullable String cluster)
            implements HeartbeatAnswer {

        /** What the node is from now on. */
        public Role role() {
            return order.what() == Directive.PROMOTE ? Role.PRIMARY : Role.STANDBY;
        }

        @Override
        public String result() {
            return "accepted";
        }
    }

    /**
     * Another process has this id; the heartbeat did not count.
     *
     * @param conflict who has it and who wants it
     * @param retryAfter time until the id is free if its holder stays silent from now on
     */
    record Conflict(IdConflict conflict, Duration retryAfter) implements HeartbeatAnswer {

        @Override
        public String result() {
            return "conflict";
        }
    }

    /**
     * The node remembers another store; the heartbeat did not count.
     *
     * @param remembered the name of the store that the node remembers
     * @param own the name of this one
     */
    record Foreign(String remembered, String own) implements HeartbeatAnswer {

        @Override
        public String result() {
            return "foreign";
        }
    }

    /**
     * The process said goodbye before; the heartbeat did not count.
     *
     * @param node the node
     * @param incarnation the process that has ended
     */
    record Ended(NodeId node, String incarnation) implements HeartbeatAnswer {

        @Override
        public String result() {
            return "ended";
        }
    }

    /**
     * The process was told how often its group wants to hear of it, and beats less often than the lease allows; the
     * heartbeat did not count.
     *
     * @param group the group
     * @param interval the time between its heartbeats
     * @param timing the times of the group: its lease allows no longer interval than half of it
     */
    record TooRare(GroupId group, Duration interval, Timing timing) implements HeartbeatAnswer {

        @Override
        public String result() {
            return "too_rare";
        }
    }

    /**
     * There is no room for another group or node; the heartbeat did not count.
     *
     * @param what "groups" or "nodes in group NAME"
     * @param limit how many there may be
     */
    record Full(String what, int limit) implements HeartbeatAnswer {

        @Override
        public String result() {
            return "full";
        }
    }
}
