package io.fairlead.client.role;

import io.fairlead.handover.HandoverLevel;
import java.util.Optional;

/** What follows from the end of a step. */
final class Ending {
    private final RoleDraft draft;
    private final StepOrder order;

    Ending(RoleDraft draft, StepOrder order) {
        this.draft = draft;
        this.order = order;
    }

    /** Takes it in; the end of a step that something newer replaced says nothing. */
    void take(StepEnd end) {
        if (draft.state().running().filter(order::equals).isEmpty() || end.isCut()) {
            return;
        }
        boolean bad = end.failed();
        boolean repeats = bad && order.step().mustSucceed();
        draft.running(
                repeats ? draft.state().running() : Optional.empty(),
                order.step().mustSucceed() ? bad : draft.state().unstopped());
        switch (order.step()) {
            case PREPARE -> draft.say(order.id(), bad ? HandoverLevel.PREPARE_FAILED : HandoverLevel.PREPARED);
            case CLEANUP -> draft.say(order.id(), bad ? HandoverLevel.CLEANUP_FAILED : HandoverLevel.CLEANED);
            case PROMOTE -> promoteEnded(bad);
            case DEMOTE -> demoteEnded(bad);
            case DRAIN -> drainEnded(bad);
            case FENCE -> stopped(bad);
            case HALT -> throw new IllegalArgumentException("nothing ends with " + order);
        }
    }

    private void promoteEnded(boolean bad) {
        if (draft.state().role() != Role.PRIMARY || draft.state().token() != order.id()) {
            return;
        }
        if (bad) {
            draft.layDown(RoleReason.PROMOTE_FAILED, "");
        } else {
            draft.say(order.id(), HandoverLevel.PROMOTED);
        }
    }

    private void demoteEnded(boolean bad) {
        RoleReason reason = order.change().reason();
        if (reason == RoleReason.START) {
            return;
        }
        boolean drains = !bad && draft.state().terms().timing().isPresent() && reason != RoleReason.PROMOTE_FAILED;
        if (!drains || !draft.state().terms().singleWriter()) {
            draft.say(order.id(), bad ? HandoverLevel.STOP_FAILED : HandoverLevel.STOPPED);
        }
        if (drains) {
            if (!draft.state().terms().singleWriter()) {
                draft.say(order.id(), HandoverLevel.DRAINING);
            }
            draft.order(
                    RoleStep.DRAIN,
                    order.id(),
                    order.change().within(draft.state().terms().limits().drain()));
        }
    }

    private void drainEnded(boolean cut) {
        if (cut && draft.state().terms().singleWriter()) {
            draft.cutDrain(order);
            return;
        }
        if (cut) {
            draft.become(draft.state().lost(RoleReason.DRAIN_CUT));
        }
        stopped(false);
    }

    private void stopped(boolean bad) {
        if (bad) {
            draft.say(order.id(), HandoverLevel.STOP_FAILED);
            return;
        }
        if (draft.state().report().newest().level() != HandoverLevel.DRAINING) {
            draft.say(order.id(), HandoverLevel.STOPPED);
        }
        draft.say(order.id(), HandoverLevel.DRAINED);
    }
}
