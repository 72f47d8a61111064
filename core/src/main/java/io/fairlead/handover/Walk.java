package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One event on its way through the state of a change. */
final class Walk {

    private final HandoverDraft draft;

    Walk(HandoverSettings settings, HandoverState state, Duration at) {
        this.draft = new HandoverDraft(settings, state, at);
    }

    Handover.Progress progress() {
        return draft.progress();
    }

    // ---- begin

    void wanted(HandoverKind kind, NodeId to) {
        NodeId primary = draft.state.primary();
        boolean urgent = kind == HandoverKind.FORCED || kind == HandoverKind.FAILOVER;
        // A drill gives way to whatever is wanted in earnest.
        boolean drills = draft.isDrill() && kind != HandoverKind.DRILL;
        boolean free =
                draft.step() == HandoverStep.STEADY || (urgent && draft.step() == HandoverStep.CLEANING) || drills;
        if (!free || !makesSense(kind, to)) {
            draft.tell(HandoverNews.What.BUSY, to);
            return;
        }
        draft.drillEnds(HandoverNews.What.DRILL_CUT);
        HandoverStep first = kind == HandoverKind.FORCED ? HandoverStep.STOPPING : HandoverStep.PREPARING;
        // Whoever rehearses gets ready for the same: it need not begin anew, and so keeps the number that it was told.
        boolean goesOn = drills && draft.step() == HandoverStep.PREPARING && draft.isCandidate(to);
        long number = draft.state.course().number() + (goesOn ? 0 : 1);
        draft.state = draft.state.with(new HandoverState.Course(first, kind, primary, to, draft.at, false, number));
        draft.tell(draft.isDrill() ? HandoverNews.What.DRILL_STARTED : HandoverNews.What.STARTED, to);
    }

    /** A planned change waits until an earlier primary is known to be none: it would be the third that works. */
    private boolean makesSense(HandoverKind kind, NodeId to) {
        NodeId primary = draft.state.primary();
        if (kind == HandoverKind.FAILOVER) {
            return primary == null;
        }
        return primary != null
                && !primary.equals(to)
                && (kind == HandoverKind.FORCED || !draft.state.mayOthersHold(primary));
    }

    /** Nobody is to be primary, and nobody follows for now. A change that is under way goes on: it ends this by itself. */
    void dismissed() {
        if (draft.step() == HandoverStep.STEADY || draft.step() == HandoverStep.CLEANING) {
            draft.loseThePrimary();
            draft.steady();
        } else if (draft.isDrill()) {
            draft.loseThePrimary();
            draft.drillEnds(HandoverNews.What.DRILL_CUT);
            draft.go(HandoverStep.CLEANING);
        }
    }

    // ---- reports

    void reported(HandoverEvent.Reported reported) {
        NodeId node = reported.node();
        switch (reported.report()) {
            case PREPARED -> prepared(node);
            case PREPARE_FAILED -> prepareFailed(node, HandoverNews.What.PREPARE_FAILED);
            case PREPARE_WITHDRAWN -> withdrawn(node);
            case PROMOTED -> promoted(node, reported.token());
            case PROMOTE_FAILED -> promoteFailed(node, reported.token());
            case STOPPED -> stopped(node, reported.token());
            case STOP_FAILED -> stopFailed(node, reported.token());
            case DRAIN_CUT -> drainCut(node);
            case DRAINED -> drained(node);
            case CLEANED -> cleaned(node, true);
            case CLEANUP_FAILED -> cleaned(node, false);
        }
    }

    private void prepared(NodeId node) {
        if (draft.step() != HandoverStep.PREPARING || !draft.isCandidate(node)) {
            return;
        }
        if (draft.isDrill()) {
            draft.go(HandoverStep.CLEANING);
        } else {
            draft.go(draft.settings.isAlone(draft.state.course()) ? HandoverStep.STOPPING : HandoverStep.COMMITTING);
            draft.goOnIfAlone();
        }
    }

    private void prepareFailed(NodeId node, HandoverNews.What why) {
        if (draft.step() == HandoverStep.PREPARING && draft.isCandidate(node)) {
            if (!draft.isDrill()) {
                draft.state = draft.state.barred(node, draft.settings.bars(), draft.at);
            }
            draft.callOff(why);
        }
    }

    private void withdrawn(NodeId node) {
        if (draft.canBeCalledOff() && draft.isCandidate(node)) {
            draft.callOff(HandoverNews.What.PREPARE_WITHDRAWN);
        }
    }

    private void promoted(NodeId node, long token) {
        if (isStillPrimary(token)) {
            returned(node);
            return;
        }
        if (draft.step() != HandoverStep.PROMOTING || !draft.isCandidate(node) || token != draft.state.token()) {
            return;
        }
        draft.state = draft.state.unbarred(node);
        draft.tell(HandoverNews.What.PROMOTED, node);
        NodeId from = draft.state.course().from();
        if (from == null || from.equals(node)) {
            draft.end();
        } else {
            draft.go(HandoverStep.DRAINING);
        }
    }

    /** Whether a node that works under a token was given up for lost, and nobody has been made primary since. */
    private boolean isStillPrimary(long token) {
        return draft.state.primary() == null
                && draft.state.holdings().isEmpty()
                && token > 0
                && token == draft.state.token()
                && draft.step() != HandoverStep.COMMITTING;
    }

    /** It was out of sight and kept its lease by the promises of others. Whoever was to follow is not needed. */
    private void returned(NodeId node) {
        draft.state = draft.state.holding(node, draft.state.token()).unbarred(node);
        draft.tell(HandoverNews.What.RETURNED, node);
        if (draft.isCandidate(node)) {
            draft.steady();
        } else if (draft.isBeforeCommit()) {
            draft.go(HandoverStep.CLEANING);
        }
    }

    private void promoteFailed(NodeId node, long token) {
        if (draft.step() == HandoverStep.PROMOTING && draft.isCandidate(node) && token == draft.state.token()) {
            notPromoted(HandoverNews.What.PROMOTE_FAILED);
        }
    }

    /** The node lays down what it was given, or its lease ends; nobody follows it before that. */
    private void notPromoted(HandoverNews.What why) {
        NodeId node = draft.candidate();
        draft.state = draft.state.barred(node, draft.settings.bars(), draft.at);
        draft.tell(why, node);
        draft.loseThePrimary();
        draft.steady();
    }

    private void stopped(NodeId node, long token) {
        Holding holding = draft.state.holdings().get(node);
        if (holding != null && token >= holding.token()) {
            draft.tell(HandoverNews.What.STOPPED, node);
            draft.letGo(node);
        }
    }

    private void stopFailed(NodeId node, long token) {
        Holding holding = draft.state.holdings().get(node);
        if (holding == null || token < holding.token() || holding.unstopped()) {
            return;
        }
        draft.tell(HandoverNews.What.DEMOTE_FAILED, node);
        draft.state = draft.state.unstopped(node, holding);
        if (!node.equals(draft.state.primary()) || draft.step() == HandoverStep.COMMITTING) {
            draft.state = draft.state.with(draft.state.course().withError());
        } else if (draft.step() == HandoverStep.PREPARING) {
            draft.goOnAsFailover();
        } else if (draft.step() != HandoverStep.STOPPING) {
            draft.loseThePrimary();
            draft.steady();
        } else if (draft.state.course().kind() == HandoverKind.PLANNED) {
            draft.loseThePrimary();
            draft.go(HandoverStep.CLEANING);
        }
    }

    /** The step after it goes on as if the work had ended; that it was cut is told once. */
    private void drainCut(NodeId node) {
        HandoverState.Course course = draft.state.course();
        boolean known = course.flawed();
        if (draft.step() != HandoverStep.STEADY && !draft.isDrill() && node.equals(course.from()) && !known) {
            draft.flaw(HandoverNews.What.DRAIN_CUT, node);
        }
    }

    private void drained(NodeId node) {
        boolean stopped = !draft.state.holdings().containsKey(node);
        if (draft.step() == HandoverStep.DRAINING
                && node.equals(draft.state.course().from())
                && stopped) {
            draft.go(HandoverStep.CLEANING);
        }
    }

    private void cleaned(NodeId node, boolean well) {
        if (draft.step() == HandoverStep.CLEANING && node.equals(Handover.tidying(draft.state))) {
            if (!well) {
                draft.flaw(HandoverNews.What.CLEANUP_FAILED, node);
            }
            draft.end();
        }
    }

    // ---- the store

    void committed(long token) {
        NodeId to =
                draft.step() == HandoverStep.COMMITTING ? draft.state.course().to() : null;
        if (to != null && token > draft.state.token()) {
            draft.state = draft.state.holding(to, token);
            draft.go(HandoverStep.PROMOTING);
            draft.tell(HandoverNews.What.COMMITTED, to);
        }
    }

    void notCommitted() {
        if (draft.step() == HandoverStep.COMMITTING) {
            draft.callOff(HandoverNews.What.NOT_COMMITTED);
        }
    }

    // ---- silence and time

    void lapsed(NodeId node) {
        if (draft.canBeCalledOff() && draft.isCandidate(node)) {
            draft.callOff(HandoverNews.What.CANDIDATE_LOST);
        }
        if (draft.state.holdings().containsKey(node)) {
            draft.letGo(node);
        }
        if (node.equals(draft.state.course().from())) {
            draft.state = draft.state.with(draft.state.course().fromNobody());
            if (draft.step() == HandoverStep.DRAINING || draft.step() == HandoverStep.CLEANING) {
                draft.end();
            }
        } else if (draft.step() == HandoverStep.CLEANING && node.equals(Handover.tidying(draft.state))) {
            if (draft.isOpenDrill()) {
                draft.flaw(HandoverNews.What.CANDIDATE_LOST, node);
            }
            draft.end();
        }
    }

    void looked(@Nullable Duration deadline) {
        if (deadline == null || draft.at.compareTo(deadline) < 0) {
            return;
        }
        switch (draft.step()) {
            case PREPARING -> prepareFailed(draft.candidate(), HandoverNews.What.PREPARE_TIMED_OUT);
            case PROMOTING -> notPromoted(HandoverNews.What.PROMOTE_TIMED_OUT);
            case DRAINING -> {
                draft.flaw(
                        HandoverNews.What.DRAIN_CUT,
                        Objects.requireNonNull(draft.state.course().from()));
                draft.go(HandoverStep.CLEANING);
            }
            case CLEANING -> {
                draft.flaw(HandoverNews.What.CLEANUP_FAILED, Objects.requireNonNull(Handover.tidying(draft.state)));
                draft.end();
            }
            case STEADY, STOPPING, COMMITTING -> {
                // Only events end these.
            }
        }
    }
}
