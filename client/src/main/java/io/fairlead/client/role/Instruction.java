package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.HandoverLevel;
import java.time.Duration;
import java.util.Optional;

/** What follows from an answer of the manager. */
final class Instruction {
    private final RoleDraft draft;
    private final HeartbeatAnswer answer;

    Instruction(RoleDraft draft, HeartbeatAnswer answer) {
        this.draft = draft;
        this.answer = answer;
    }

    /** Takes it in; {@code sent} is when the beat was sent that it answers. */
    void take(Moment sent) {
        RoleTerms before = draft.state().terms();
        answer.steps().ifPresent(steps -> draft.become(draft.state().under(steps.terms())));
        Moment until = sent.plus(draft.state().terms().keep(answer.hold()));
        Told told = answer.told(draft.state().role(), draft.state().token());
        switch (told.what()) {
            case PROMOTE ->
                toldPromote(told, until, !before.equals(draft.state().terms()));
            case DEMOTE -> toldDemote(told, until);
            case PREPARE -> {
                learn();
                toldPrepare(told);
            }
            case CLEANUP -> {
                learn();
                toldCleanup(told);
            }
            case NONE -> learn();
        }
    }

    private void toldPromote(Told told, Moment until, boolean otherTerms) {
        if (!draft.now().isSurelyBefore(until)) {
            // The answer took longer than what it grants: as good as lost. Its token is not learned either, so that
            // the next answer can still give the role.
            return;
        }
        long token = answer.token();
        if (token > draft.state().token()) {
            if (draft.state().bond().left(draft.now(), draft.state().terms()).isZero()) {
                gain(told, token, until);
            } else {
                draft.refused(token);
            }
        } else if (draft.state().role() == Role.PRIMARY
                && token == draft.state().token()
                && answer.renewed()) {
            draft.hold(otherTerms ? until : draft.state().heldUntil().orLater(until));
        }
    }

    private void gain(Told told, long token, Moment until) {
        Optional<NodeId> before = draft.state().primary().filter(node -> !node.equals(draft.self()));
        String from = before.map(NodeId::value).orElse(told.from());
        draft.role(Role.PRIMARY, token, Optional.of(draft.self()));
        draft.hold(until);
        draft.say(token, HandoverLevel.PROMOTING);
        Duration limit = draft.state().terms().limits().promote();
        draft.order(
                RoleStep.PROMOTE,
                token,
                new RoleChange(
                        token,
                        RoleReason.PROMOTED,
                        told.cause(),
                        from,
                        draft.self().value(),
                        limit,
                        false));
    }

    private void toldDemote(Told told, Moment until) {
        if (draft.state().role() == Role.PRIMARY) {
            if (told.id() >= draft.state().token()
                    || answer.token() > draft.state().token()) {
                draft.primary(answer.primary());
                draft.layDown(RoleReason.DEMOTED, told.cause());
            }
        } else if (!isStopped(told.id()) && !draft.state().runs(RoleStep.DEMOTE)) {
            // It does not know of that role any more; a demote does no harm, and the manager waits for its end.
            draft.say(told.id(), HandoverLevel.STOPPING);
            draft.become(draft.state().lost(RoleReason.DEMOTED));
            draft.order(
                    RoleStep.DEMOTE,
                    told.id(),
                    draft.change(RoleReason.DEMOTED, told, draft.state().terms().demoteLimit()));
        }
        learn();
        boolean drains = draft.state().runs(RoleStep.DEMOTE) || draft.state().runs(RoleStep.DRAIN);
        if (drains
                && answer.steps().isPresent()
                && answer.renewed()
                && draft.now().isSurelyBefore(until)) {
            draft.hold(draft.state().heldUntil().orLater(until));
        }
    }

    /** A standby that has stopped has had no role since, so it has stopped for every token that it may be told. */
    private boolean isStopped(long id) {
        HandoverPoint newest = draft.state().report().newest();
        boolean refused = newest.id() == id && newest.level() == HandoverLevel.PROMOTE_FAILED;
        return refused || newest.level().isOfStop();
    }

    private void toldPrepare(Told told) {
        HandoverPoint newest = draft.state().report().newest();
        boolean known = newest.id() == told.id() && newest.level().isOfPrepare();
        if (known
                || draft.state().role() == Role.PRIMARY
                || draft.state().unstopped()
                || draft.state().running().isPresent()) {
            return;
        }
        if (!draft.state().bond().left(draft.now(), draft.state().terms()).isZero()) {
            draft.say(told.id(), HandoverLevel.PREPARE_WITHDRAWN);
            return;
        }
        draft.say(told.id(), HandoverLevel.PREPARING);
        draft.order(
                RoleStep.PREPARE,
                told.id(),
                draft.change(
                        RoleReason.PREPARE, told, draft.state().terms().limits().prepare()));
    }

    private void toldCleanup(Told told) {
        HandoverPoint newest = draft.state().report().newest();
        boolean known = newest.id() == told.id() && newest.level().isOfCleanup();
        boolean free = draft.state().running().isEmpty()
                || draft.state().runs(RoleStep.PREPARE)
                || (draft.state().runs(RoleStep.DRAIN) && !draft.state().terms().singleWriter());
        if (known || draft.state().role() == Role.PRIMARY || draft.state().unstopped() || !free) {
            return;
        }
        draft.say(told.id(), HandoverLevel.CLEANING);
        draft.order(
                RoleStep.CLEANUP,
                told.id(),
                draft.change(
                        RoleReason.CLEANUP, told, draft.state().terms().limits().clean()));
    }

    /** A newer token than that of a primary says that another one works, or soon will. */
    private void learn() {
        if (draft.state().role() == Role.STANDBY) {
            draft.role(Role.STANDBY, Math.max(draft.state().token(), answer.token()), answer.primary());
        } else if (answer.token() > draft.state().token()) {
            draft.primary(answer.primary());
            draft.layDown(RoleReason.DEMOTED, "");
            draft.role(Role.STANDBY, answer.token(), answer.primary());
        }
    }
}
