package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.HandoverLevel;

/** One way from a state to the next; used once, by one thread. It reads no clock and does nothing but compute. */
final class RoleWalk {
    private final RoleDraft draft;

    private RoleWalk(RoleDraft draft) {
        this.draft = draft;
    }

    /** Begins; whatever else happened, the time granted may be over, so that is looked at first. */
    static RoleWalk from(RoleState state, NodeId self, Moment now) {
        RoleWalk walk = new RoleWalk(new RoleDraft(state, self, now));
        walk.look();
        return walk;
    }

    RoleState.Step done() {
        return draft.done();
    }

    private void look() {
        if (draft.now().isSurelyBefore(draft.state().heldUntil())) {
            return;
        }
        if (draft.state().role() == Role.PRIMARY) {
            draft.layDown(RoleReason.LEASE_LOST, "");
        } else if (draft.state().drainsUnderLease()) {
            draft.state().running().ifPresent(draft::cutDrain);
        }
    }

    /** The node starts: whatever it was before, it is a standby now. */
    RoleWalk begun() {
        draft.order(RoleStep.DEMOTE, 0, draft.change(RoleReason.START, Told.NOTHING, RoleTerms.PATIENT));
        return this;
    }

    /**
     * An answer came.
     *
     * @param sent when the beat that it answers was sent
     * @param said what that beat said of the handover
     */
    RoleWalk answered(HeartbeatAnswer answer, Moment sent, HandoverPoint said) {
        draft.become(draft.state().saying(draft.state().report().heard(said)));
        new Instruction(draft, answer).take(sent);
        return this;
    }

    /** A step ended, or a demote has failed once more. */
    RoleWalk ended(StepOrder order, StepEnd end) {
        new Ending(draft, order).take(end);
        return this;
    }

    /** The token is known from now on and gives no role, because the node cannot keep it in mind. */
    RoleWalk refused(long token) {
        draft.refused(token);
        return this;
    }

    /** The wait after this node's start begins now. */
    RoleWalk startedAt(Moment now) {
        draft.become(draft.state().bound(draft.state().bond().startedAt(now)));
        return this;
    }

    /** Promised a primary to accept no role; what was prepared for one is off. */
    RoleWalk promised(Bond.Promise promise) {
        draft.become(draft.state().bound(draft.state().bond().with(promise)));
        HandoverPoint newest = draft.state().report().newest();
        if (newest.level() == HandoverLevel.PREPARING || newest.level() == HandoverLevel.PREPARED) {
            draft.say(newest.id(), HandoverLevel.PREPARE_WITHDRAWN);
            if (draft.state().runs(RoleStep.PREPARE)) {
                draft.halt();
            }
        }
        return this;
    }

    /** Somebody who works under this token asked. */
    RoleWalk heardOf(long token) {
        if (token > draft.state().token()) {
            if (draft.state().role() == Role.PRIMARY) {
                draft.layDown(RoleReason.SUPERSEDED, "");
            }
            draft.role(draft.state().role(), token, draft.state().primary());
        }
        return this;
    }

    /** Every other member has promised to accept no role, asked at that moment. */
    RoleWalk allPromised(Moment asked, long token) {
        if (draft.state().role() == Role.PRIMARY
                && draft.state().token() == token
                && draft.state().terms().timing().isPresent()) {
            Moment until = asked.plus(draft.state().terms().timing().get().fenceAfter());
            draft.hold(draft.state().heldUntil().orLater(until));
        }
        return this;
    }

    /** The node stops for good. */
    RoleWalk stopping() {
        if (draft.state().role() == Role.PRIMARY) {
            draft.layDown(RoleReason.STOPPING, "");
        } else if (draft.state().unstopped()) {
            // The last chance to undo what an earlier demote left behind: nothing repeats it once the node is gone.
            draft.order(
                    RoleStep.DEMOTE,
                    draft.state().token(),
                    draft.change(
                            RoleReason.STOPPING,
                            Told.NOTHING,
                            draft.state().terms().demoteLimit()));
        } else if (draft.state().running().isPresent() && !draft.state().endsARole()) {
            draft.halt();
        }
        return this;
    }
}
