package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.client.role.HeartbeatAnswer.Steps;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings.Limits;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A node's role in virtual time; each answer is to a beat that was sent at the moment unless a test says otherwise. */
final class RoleBench {
    static final NodeId SELF = new NodeId("gw-1");
    static final NodeId OTHER = new NodeId("gw-2");
    static final RoleTerms SAFE = terms(HandoverMode.OVERLAP, false);
    static final RoleTerms EXCLUSIVE = terms(HandoverMode.EXCLUSIVE, false);
    static final RoleTerms SINGLE_WRITER = terms(HandoverMode.EXCLUSIVE, true);

    private RoleState state;
    private final List<StepOrder> orders = new ArrayList<>();
    private final RoleTerms terms;
    private long millis;
    private long bootAhead;

    private RoleBench(RoleTerms terms, long remembered, Duration leaseBefore) {
        this.terms = terms;
        this.state = RoleState.atStart(remembered, leaseBefore, now());
    }

    /** A node that has just started. */
    static RoleBench started(RoleTerms terms, long remembered) {
        return new RoleBench(terms, remembered, Duration.ZERO);
    }

    /** A node that has just started, and may have promised under that lease before. */
    static RoleBench startedAfter(RoleTerms terms, Duration leaseBefore) {
        return new RoleBench(terms, 0, leaseBefore);
    }

    /** A node that may accept a role. */
    static RoleBench free(RoleTerms terms) {
        return started(terms, 0).later(10_000);
    }

    /** A node that works as primary under the token, from a beat that was sent just now. */
    static RoleBench primary(RoleTerms terms, long token) {
        RoleBench bench = free(terms).promoted(token);
        bench.end(StepEnd.DONE);
        bench.orders.clear();
        return bench;
    }

    private static RoleTerms terms(HandoverMode mode, boolean singleWriter) {
        return new RoleTerms(Optional.of(Timing.safe()), mode, singleWriter, Limits.standard());
    }

    /** What is made with the terms of the bench. */
    interface Answers {
        HeartbeatAnswer of(RoleTerms terms);
    }

    static HeartbeatAnswer promote(RoleTerms terms, long token) {
        return answer(terms, Role.PRIMARY, token, new Told(Directive.PROMOTE, token, "DEATH", "gw-2", "gw-1"), true);
    }

    static HeartbeatAnswer told(RoleTerms terms, Directive what, long id, long token) {
        return answer(terms, Role.STANDBY, token, new Told(what, id, "PREFERENCE", "gw-1", "gw-2"), false);
    }

    static HeartbeatAnswer answer(RoleTerms terms, Role role, long token, Told told, boolean renewed) {
        return new HeartbeatAnswer(
                role,
                token,
                Duration.ofSeconds(4),
                Optional.of(role == Role.PRIMARY ? SELF : OTHER),
                Optional.empty(),
                Optional.of(new Steps(terms, told, renewed, Optional.empty(), Optional.empty())));
    }

    RoleBench promoted(long token) {
        return answered(t -> promote(t, token));
    }

    RoleBench told(Directive what, long id) {
        return answered(t -> told(t, what, id, 0));
    }

    RoleBench nothing(long token) {
        return answered(t -> told(t, Directive.NONE, 0, token));
    }

    RoleBench answered(Answers answer) {
        return answered(answer, now());
    }

    RoleBench answered(Answers answer, Moment sent) {
        return event(
                walk -> walk.answered(answer.of(terms), sent, state.report().point()));
    }

    RoleBench event(UnaryOperator<RoleWalk> event) {
        RoleState.Step step = event.apply(RoleWalk.from(state, SELF, now())).done();
        state = step.next();
        orders.addAll(step.orders());
        return this;
    }

    RoleBench look() {
        return event(walk -> walk);
    }

    /** The step that was ordered last ends. */
    RoleBench end(StepEnd end) {
        StepOrder last = lastOrder();
        return event(walk -> walk.ended(last, end));
    }

    StepOrder order(int index) {
        return orders.get(index);
    }

    StepOrder lastOrder() {
        return orders.get(orders.size() - 1);
    }

    RoleBench later(long ms) {
        millis += ms;
        return this;
    }

    /** The machine is suspended: its monotonic clock stands still. */
    RoleBench suspended(long ms) {
        bootAhead += ms;
        return this;
    }

    Moment now() {
        return new Moment(millis * 1_000_000, (millis + bootAhead) * 1_000_000);
    }

    boolean isPrimary() {
        return state.isPrimary(now());
    }

    RoleState state() {
        return state;
    }

    HandoverPoint point() {
        return state.report().point();
    }

    List<RoleStep> steps() {
        return orders.stream().map(StepOrder::step).toList();
    }

    List<RoleReason> reasons() {
        return orders.stream().map(order -> order.change().reason()).toList();
    }
}
