package io.fairlead.agent.role;

import io.fairlead.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The role of this node as a value; every event gives the next state and the hooks that follow from it.
 *
 * <p>The rules: a role is gained only by an answer with a token higher than any known. It is held for as long as the
 * last answer granted, counted on this node's own monotonic clock from the send of the heartbeat that was answered. Once
 * that time is over it is gone, and no later answer with an old token brings it back.
 *
 * @param role what the node is, as long as the time granted is not over
 * @param token the highest fencing token known
 * @param heldUntil end of the time granted, on the monotonic clock; counts for a primary only
 * @param primary who is primary, as far as the node was told
 */
record RoleState(Role role, long token, long heldUntil, Optional<NodeId> primary) {

    /** A state and the hooks to run, in this order, the reason of the last change being that of the last hook. */
    record Step(RoleState next, List<HookOrder> hooks) {}

    /** A node that has just started knows nothing and is a standby. */
    static RoleState atStart() {
        return new RoleState(Role.STANDBY, 0, 0, Optional.empty());
    }

    /** Whether the node is primary at this moment of the monotonic clock. */
    boolean isPrimary(long nanos) {
        return role == Role.PRIMARY && nanos - heldUntil < 0;
    }

    /** The time granted may be over: the first thing to look at, whatever else happened. */
    Step looked(long nanos, NodeId self) {
        return role == Role.PRIMARY && !isPrimary(nanos)
                ? laidDown(RoleReason.LEASE_LOST, self)
                : new Step(this, List.of());
    }

    /** An answer came to a heartbeat that was sent at {@code sent}. */
    Step answered(HeartbeatAnswer answer, long sent, long nanos, NodeId self) {
        Step looked = looked(nanos, self);
        Step step = looked.next().taken(answer, sent + answer.hold().toNanos(), nanos, self);
        List<HookOrder> hooks = new ArrayList<>(looked.hooks());
        hooks.addAll(step.hooks());
        return new Step(step.next(), List.copyOf(hooks));
    }

    /** The promote hook of this token failed. */
    Step promoteFailed(long ofToken, NodeId self) {
        return role == Role.PRIMARY && token == ofToken
                ? laidDown(RoleReason.PROMOTE_FAILED, self)
                : new Step(this, List.of());
    }

    /** The agent stops. */
    Step stopping(NodeId self) {
        return role == Role.PRIMARY ? laidDown(RoleReason.STOPPING, self) : new Step(this, List.of());
    }

    private Step taken(HeartbeatAnswer answer, long until, long nanos, NodeId self) {
        if (answer.role() == Role.STANDBY) {
            return toldStandby(answer, self);
        }
        if (nanos - until >= 0) {
            // The answer took longer than what it grants: as good as lost. Its token is not learned either, so that
            // the next answer can still give the role.
            return new Step(this, List.of());
        }
        if (answer.token() > token) {
            return gained(answer, until, self);
        }
        if (role == Role.PRIMARY && answer.token() == token) {
            long later = until - heldUntil > 0 ? until : heldUntil;
            return new Step(new RoleState(role, token, later, Optional.of(self)), List.of());
        }
        return new Step(this, List.of());
    }

    private Step gained(HeartbeatAnswer answer, long until, NodeId self) {
        String from = primary.filter(before -> !before.equals(self))
                .map(NodeId::value)
                .orElse("");
        var promote = new HookOrder(HookOrder.Hook.PROMOTE, answer.token(), RoleReason.PROMOTED, from, self.value());
        return new Step(new RoleState(Role.PRIMARY, answer.token(), until, Optional.of(self)), List.of(promote));
    }

    private Step toldStandby(HeartbeatAnswer answer, NodeId self) {
        RoleState learned = new RoleState(role, Math.max(token, answer.token()), heldUntil, answer.primary());
        return role == Role.PRIMARY ? learned.laidDown(RoleReason.DEMOTED, self) : new Step(learned, List.of());
    }

    private Step laidDown(RoleReason reason, NodeId self) {
        Optional<NodeId> other = primary.filter(node -> !node.equals(self));
        var demote = new HookOrder(
                HookOrder.Hook.DEMOTE,
                token,
                reason,
                self.value(),
                other.map(NodeId::value).orElse(""));
        return new Step(new RoleState(Role.STANDBY, token, heldUntil, other), List.of(demote));
    }
}
