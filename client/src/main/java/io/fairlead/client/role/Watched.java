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
            if (order.step() == RoleStep.DEMOTE && order.change().reason() != RoleReason.START) {
                watch.layingDown(order.change());
            }
        }
        RoleState next = way.next();
        if (next.role() == Role.PRIMARY && !isSameRole(before, next)) {
            watch.held(Duration.ofNanos(now.nanosUntil(next.heldUntil())), demoteOf(next));
        }
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

    /** A demote ended, which left this state; it says nothing where the role, or a newer demote, has come meanwhile. */
    void demoteEnded(StepEnd end, RoleState after) {
        if (end.done() && after.role() == Role.STANDBY && !after.runs(RoleStep.DEMOTE)) {
            watch.laidDown();
        }
    }
}
