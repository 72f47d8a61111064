package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import java.time.Duration;
import java.util.Optional;

/**
 * What the manager says to a heartbeat.
 *
 * @param role what this node is from now on
 * @param token the group's newest fencing token
 * @param hold for how long a primary keeps its role, counted from the send of the heartbeat that is answered
 * @param primary who is primary, if anybody is
 * @param round length of a round of the group, which wants a sample of each node; empty where the manager does not say
 * @param steps what the manager says about steps; empty for one of an age that knows none
 */
record HeartbeatAnswer(
        Role role,
        long token,
        Duration hold,
        Optional<NodeId> primary,
        Optional<Duration> round,
        Optional<Steps> steps) {

    /**
     * What a manager says that leads its nodes step by step.
     *
     * @param terms how the group works
     * @param told what to do
     * @param renewed whether the role that the node holds is prolonged
     * @param cluster the id of the manager's store, if it says one
     * @param members the list of the group's members, where it has one
     */
    record Steps(RoleTerms terms, Told told, boolean renewed, Optional<String> cluster, Optional<MemberList> members) {}

    /**
     * What a node is told to do.
     *
     * @param what which step
     * @param id the number of the change, or the token
     * @param cause why, in the manager's words
     * @param from who was primary
     * @param to who is to be
     */
    record Told(Directive what, long id, String cause, String from, String to) {
        static final Told NOTHING = new Told(Directive.NONE, 0, "", "", "");
    }

    /** What it tells a node with this role; an answer without steps tells it with its role alone. */
    Told told(Role own, long ownToken) {
        if (steps.isPresent()) {
            return steps.get().told();
        }
        if (role == Role.PRIMARY) {
            return new Told(Directive.PROMOTE, token, "", "", "");
        }
        return own == Role.PRIMARY
                ? new Told(
                        Directive.DEMOTE,
                        ownToken,
                        "",
                        "",
                        primary.map(NodeId::value).orElse(""))
                : Told.NOTHING;
    }

    /** Whether the role that the node holds is prolonged. */
    boolean renewed() {
        return steps.map(Steps::renewed).orElse(role == Role.PRIMARY);
    }
}
