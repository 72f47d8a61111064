package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The role of this node as a value; {@link RoleWalk} takes it from event to event.
 *
 * <p>The rules: a role is gained only by a promote with a token higher than any known, and not while the node is bound. It is
 * held until the lead before the end of its lease, counted on this node's own clocks from the send of the last heartbeat
 * whose answer renewed it. Once that time is over it is gone, and no later answer with an old token brings it back.
 *
 * @param role what the node is, as long as the time granted is not over
 * @param token the highest fencing token known; for a primary the one that it works under
 * @param heldUntil end of the time granted; after a demote in a group with a single writer, that of the drain
 * @param primary who is primary, as far as the node was told
 * @param terms how the group works
 * @param report what is said of the handover
 * @param running the step that runs or waits to run
 * @param unstopped whether the newest demote has failed, so that the node may still work
 * @param bond what keeps the node from accepting a role
 * @param laidDown why it laid down the last role that it had
 */
record RoleState(
        Role role,
        long token,
        Moment heldUntil,
        Optional<NodeId> primary,
        RoleTerms terms,
        HandoverReport report,
        Optional<StepOrder> running,
        boolean unstopped,
        Bond bond,
        Optional<RoleReason> laidDown) {

    /** A state, and the steps to be taken in this order. */
    record Step(RoleState next, List<StepOrder> orders) {}

    /** A node that has just started is a standby, and knows what it remembers. */
    static RoleState atStart(long remembered, Duration leaseBefore, Moment now) {
        return new RoleState(
                Role.STANDBY,
                remembered,
                now,
                Optional.empty(),
                RoleTerms.untold(),
                HandoverReport.idle(),
                Optional.empty(),
                false,
                new Bond(now, leaseBefore, Optional.empty()),
                Optional.empty());
    }

    /** Whether the node is primary at this moment. */
    boolean isPrimary(Moment now) {
        return role == Role.PRIMARY && now.isSurelyBefore(heldUntil);
    }

    /** Whether what still runs on it is covered by a lease that has to be watched. */
    boolean drainsUnderLease() {
        return terms.singleWriter()
                && running.filter(order -> order.step() == RoleStep.DRAIN).isPresent();
    }

    /** Whether something is under way without which a role that it had is not over. */
    boolean endsARole() {
        return runs(RoleStep.DEMOTE) || runs(RoleStep.FENCE) || drainsUnderLease();
    }

    /** What a fence is told that ends a drain. */
    RoleChange fenceAfter(StepOrder drain) {
        return drain.change().because(RoleReason.DRAIN_CUT).within(terms.demoteLimit());
    }

    /** Whether it may still work for a role that it has had: it has not stopped for sure, and its lease is not over. */
    boolean mayWork(Moment now) {
        Duration lead = terms.timing().map(Timing::fenceLead).orElse(Duration.ZERO);
        boolean unsure = role == Role.PRIMARY || unstopped || endsARole();
        return unsure && !now.isSurelyNotBefore(heldUntil.plus(lead));
    }

    /** Whether the step is the one that runs or waits. */
    boolean runs(RoleStep step) {
        return running.filter(order -> order.step() == step).isPresent();
    }

    RoleState as(Role other, long otherToken, Optional<NodeId> otherPrimary) {
        return new RoleState(
                other, otherToken, heldUntil, otherPrimary, terms, report, running, unstopped, bond, laidDown);
    }

    RoleState heldUntil(Moment until) {
        return new RoleState(role, token, until, primary, terms, report, running, unstopped, bond, laidDown);
    }

    RoleState under(RoleTerms others) {
        return new RoleState(role, token, heldUntil, primary, others, report, running, unstopped, bond, laidDown);
    }

    RoleState saying(HandoverReport other) {
        return new RoleState(role, token, heldUntil, primary, terms, other, running, unstopped, bond, laidDown);
    }

    RoleState running(Optional<StepOrder> step, boolean failed) {
        return new RoleState(role, token, heldUntil, primary, terms, report, step, failed, bond, laidDown);
    }

    RoleState bound(Bond other) {
        return new RoleState(role, token, heldUntil, primary, terms, report, running, unstopped, other, laidDown);
    }

    RoleState lost(RoleReason reason) {
        return new RoleState(
                role, token, heldUntil, primary, terms, report, running, unstopped, bond, Optional.of(reason));
    }
}
