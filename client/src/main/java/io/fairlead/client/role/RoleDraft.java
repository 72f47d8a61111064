package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A state in the making, and the steps that follow from it. Used by one thread, for one way from state to state. */
final class RoleDraft {
    private final NodeId self;
    private final Moment now;
    private final List<StepOrder> orders = new ArrayList<>();
    private RoleState state;

    RoleDraft(RoleState state, NodeId self, Moment now) {
        this.state = state;
        this.self = self;
        this.now = now;
    }

    RoleState state() {
        return state;
    }

    NodeId self() {
        return self;
    }

    Moment now() {
        return now;
    }

    RoleState.Step done() {
        return new RoleState.Step(state, List.copyOf(orders));
    }

    void become(RoleState other) {
        state = other;
    }

    void role(Role role, long token, Optional<NodeId> primary) {
        state = state.as(role, token, primary);
    }

    void primary(Optional<NodeId> primary) {
        state = state.as(state.role(), state.token(), primary);
    }

    void hold(Moment until) {
        state = state.heldUntil(until);
    }

    void say(long id, HandoverLevel level) {
        state = state.saying(state.report().then(id, level));
    }

    void running(Optional<StepOrder> step, boolean unstopped) {
        state = state.running(step, unstopped);
    }

    void layDown(RoleReason reason, String cause) {
        long token = state.token();
        Optional<NodeId> other = state.primary().filter(node -> !node.equals(self));
        role(Role.STANDBY, token, other);
        state = state.lost(reason);
        say(token, reason == RoleReason.PROMOTE_FAILED ? HandoverLevel.PROMOTE_FAILED : HandoverLevel.STOPPING);
        Told told = new Told(
                Directive.DEMOTE,
                token,
                cause,
                self.value(),
                other.map(NodeId::value).orElse(""));
        order(RoleStep.DEMOTE, token, change(reason, told, state.terms().demoteLimit()));
    }

    RoleChange change(RoleReason reason, Told told, Duration limit) {
        boolean exclusive = state.terms().mode() == HandoverMode.EXCLUSIVE;
        long token = told.what() == Directive.DEMOTE ? told.id() : state.token();
        return new RoleChange(token, reason, told.cause(), told.from(), told.to(), limit, exclusive);
    }

    void order(RoleStep step, long id, RoleChange change) {
        StepOrder order = new StepOrder(step, id, change);
        orders.add(order);
        running(Optional.of(order), state.unstopped());
    }

    void halt() {
        orders.add(new StepOrder(RoleStep.HALT, 0, change(RoleReason.STOPPING, Told.NOTHING, Duration.ZERO)));
        running(Optional.empty(), state.unstopped());
    }

    void cutDrain(StepOrder drain) {
        state = state.lost(RoleReason.DRAIN_CUT);
        order(RoleStep.FENCE, drain.id(), state.fenceAfter(drain));
    }

    /** The token is known from now on and gives no role any more, whatever comes later. */
    void refused(long token) {
        if (token > state.token()) {
            if (state.role() == Role.PRIMARY) {
                layDown(RoleReason.SUPERSEDED, "");
            }
            role(state.role(), token, state.primary());
            say(token, HandoverLevel.PROMOTE_FAILED);
        }
    }
}
