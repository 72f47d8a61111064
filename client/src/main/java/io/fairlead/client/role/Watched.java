package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverMode;
import java.time.Duration;

/** Tells a {@link RoleWatch} what it has to know of each way from a state to the next. */
final class Watched {
    private final RoleWatch watch;
    private final NodeId self;

    Watched(RoleWatch watch, NodeId self) {
        this.watch = watch;
        this.self = self;
    }

    /** A way was gone whose steps have not begun yet. A role that was gained on it is told last, for it stands. */
    void walked(RoleState before, RoleState.Step way, Moment now) {
        for (StepOrder order : way.orders()) {
            // A process that has just started never held a role, whatever the demote of its start puts right.
            if (order.step().mustSucceed() && order.change().reason() != RoleReason.START) {
                watch.layingDown(order.change(), way.next().terms().singleWriter());
            }
        }
        RoleState next = way.next();
        Duration left = Duration.ofNanos(now.nanosUntil(next.heldUntil()));
        if (next.drainsUnderLease() && !isSameDrain(before, next)) {
            next.running().ifPresent(drain -> watch.draining(left, next.fenceAfter(drain)));
        }
        if (isKept(before) && !isKept(next)) {
            watch.laidDown();
        }
        if (next.role() == Role.PRIMARY && !isSameRole(before, next)) {
            watch.held(left, demoteOf(next), next.terms().singleWriter());
        }
    }

    /** Whether there is something that others would have to end if this process could not. */
    private static boolean isKept(RoleState state) {
        return state.role() == Role.PRIMARY || state.endsARole();
    }

    private static boolean isSameDrain(RoleState before, RoleState next) {
        return before.drainsUnderLease()
                && before.running().equals(next.running())
                && before.heldUntil().equals(next.heldUntil());
    }

    private static boolean isSameRole(RoleState before, RoleState next) {
        return before.role() == Role.PRIMARY
                && before.token() == next.token()
                && before.heldUntil().equals(next.heldUntil());
    }

    private RoleChange demoteOf(RoleState primary) {
        return new RoleChange(
                primary.token(),
                RoleReason.LEASE_LOST,
                "",
                self.value(),
                "",
                primary.terms().demoteLimit(),
                primary.terms().mode() == HandoverMode.EXCLUSIVE);
    }
}
