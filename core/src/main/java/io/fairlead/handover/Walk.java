package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One event on its way through the state of a change. */
final class Walk {

    private final HandoverSettings settings;
    private final Duration at;
    private final List<HandoverNews> news = new ArrayList<>();
    private HandoverState state;

    Walk(HandoverSettings settings, HandoverState state, Duration at) {
        this.settings = settings;
        this.state = state;
        this.at = at;
    }

    Handover.Progress progress() {
        return new Handover.Progress(state, news);
    }

    // ---- begin

    void wanted(HandoverKind kind, NodeId to) {
        NodeId primary = state.primary();
        boolean urgent = kind == HandoverKind.FORCED || kind == HandoverKind.FAILOVER;
        // A drill gives way to whatever is wanted in earnest.
        boolean drills = isDrill() && kind != HandoverKind.DRILL;
        boolean free = step() == HandoverStep.STEADY || (urgent && step() == HandoverStep.CLEANING) || drills;
        if (!free || !makesSense(kind, to)) {
            tell(HandoverNews.What.BUSY, to);
            return;
        }
        drillEnds(HandoverNews.What.DRILL_CUT);
        HandoverStep first = kind == HandoverKind.FORCED ? HandoverStep.STOPPING : HandoverStep.PREPARING;
        // Whoever rehearses gets ready for the same: it need not begin anew, and so keeps the number that it was told.
        boolean goesOn = drills && step() == HandoverStep.PREPARING && isCandidate(to);
        long number = state.course().number() + (goesOn ? 0 : 1);
        state = state.with(new HandoverState.Course(first, kind, primary, to, at, false, number));
        tell(isDrill() ? HandoverNews.What.DRILL_STARTED : HandoverNews.What.STARTED, to);
    }

    /** A planned change waits until an earlier primary is known to be none: it would be the third that works. */
    private boolean makesSense(HandoverKind kind, NodeId to) {
        NodeId primary = state.primary();
        if (kind == HandoverKind.FAILOVER) {
            return primary == null;
        }
        return primary != null && !primary.equals(to) && (kind == HandoverKind.FORCED || !state.mayOthersHold(primary));
    }

    /** Nobody is to be primary, and nobody follows for now. A change that is under way goes on: it ends this by itself. */
    void dismissed() {
        if (step() == HandoverStep.STEADY || step() == HandoverStep.CLEANING) {
            loseThePrimary();
            steady();
        } else if (isDrill()) {
            loseThePrimary();
            drillEnds(HandoverNews.What.DRILL_CUT);
            go(HandoverStep.CLEANING);
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
            case DRAINED -> drained(node);
            case CLEANED -> cleaned(node, true);
            case CLEANUP_FAILED -> cleaned(node, false);
        }
    }

    private void prepared(NodeId node) {
        if (step() != HandoverStep.PREPARING || !isCandidate(node)) {
            return;
        }
        if (isDrill()) {
            go(HandoverStep.CLEANING);
        } else {
            go(settings.isAlone(state.course()) ? HandoverStep.STOPPING : HandoverStep.COMMITTING);
            goOnIfAlone();
        }
    }

    private void prepareFailed(NodeId node, HandoverNews.What why) {
        if (step() == HandoverStep.PREPARING && isCandidate(node)) {
            if (!isDrill()) {
                state = state.barred(node, settings.bars(), at);
            }
            callOff(why);
        }
    }

    private void withdrawn(NodeId node) {
        if (canBeCalledOff() && isCandidate(node)) {
            callOff(HandoverNews.What.PREPARE_WITHDRAWN);
        }
    }

    private void promoted(NodeId node, long token) {
        if (isStillPrimary(token)) {
            returned(node);
            return;
        }
        if (step() != HandoverStep.PROMOTING || !isCandidate(node) || token != state.token()) {
            return;
        }
        state = state.unbarred(node);
        tell(HandoverNews.What.PROMOTED, node);
        NodeId from = state.course().from();
        if (from == null || from.equals(node)) {
            end();
        } else {
            go(HandoverStep.DRAINING);
        }
    }

    /** Whether a node that works under a token was given up for lost, and nobody has been made primary since. */
    private boolean isStillPrimary(long token) {
        return state.primary() == null
                && state.holdings().isEmpty()
                && token > 0
                && token == state.token()
                && step() != HandoverStep.COMMITTING;
    }

    /** It was out of sight and kept its lease by the promises of others. Whoever was to follow is not needed. */
    private void returned(NodeId node) {
        state = state.holding(node, state.token()).unbarred(node);
        tell(HandoverNews.What.RETURNED, node);
        if (isCandidate(node)) {
            steady();
        } else if (isBeforeCommit()) {
            go(HandoverStep.CLEANING);
        }
    }

    private void promoteFailed(NodeId node, long token) {
        if (step() == HandoverStep.PROMOTING && isCandidate(node) && token == state.token()) {
            notPromoted(HandoverNews.What.PROMOTE_FAILED);
        }
    }

    /** The node lays down what it was given, or its lease ends; nobody follows it before that. */
    private void notPromoted(HandoverNews.What why) {
        NodeId node = candidate();
        state = state.barred(node, settings.bars(), at);
        tell(why, node);
        loseThePrimary();
        steady();
    }

    private void stopped(NodeId node, long token) {
        Holding holding = state.holdings().get(node);
        if (holding != null && token >= holding.token()) {
            tell(HandoverNews.What.STOPPED, node);
            letGo(node);
        }
    }

    private void stopFailed(NodeId node, long token) {
        Holding holding = state.holdings().get(node);
        if (holding == null || token < holding.token() || holding.unstopped()) {
            return;
        }
        tell(HandoverNews.What.DEMOTE_FAILED, node);
        state = state.unstopped(node, holding);
        if (!node.equals(state.primary()) || step() == HandoverStep.COMMITTING) {
            state = state.with(state.course().withError());
        } else if (step() == HandoverStep.PREPARING) {
            goOnAsFailover();
        } else if (step() != HandoverStep.STOPPING) {
            loseThePrimary();
            steady();
        } else if (state.course().kind() == HandoverKind.PLANNED) {
            loseThePrimary();
            go(HandoverStep.CLEANING);
        }
    }

    /**
     * A planned change whose primary is none any more is a failover to the same candidate. A drill is over: who follows has
     * not been decided. Until it is, its standby is not told otherwise, for it may well be the one.
     */
    private void goOnAsFailover() {
        loseThePrimary();
        if (isDrill()) {
            drillEnds(HandoverNews.What.DRILL_CUT);
        } else {
            state = state.with(state.course().as(HandoverKind.FAILOVER).fromNobody());
        }
    }

    private void drained(NodeId node) {
        boolean stopped = !state.holdings().containsKey(node);
        if (step() == HandoverStep.DRAINING && node.equals(state.course().from()) && stopped) {
            go(HandoverStep.CLEANING);
        }
    }

    private void cleaned(NodeId node, boolean well) {
        if (step() == HandoverStep.CLEANING && node.equals(Handover.tidying(state))) {
            if (!well) {
                flaw(HandoverNews.What.CLEANUP_FAILED, node);
            }
            end();
        }
    }

    // ---- the store

    void committed(long token) {
        NodeId to = step() == HandoverStep.COMMITTING ? state.course().to() : null;
        if (to != null && token > state.token()) {
            state = state.holding(to, token);
            go(HandoverStep.PROMOTING);
            tell(HandoverNews.What.COMMITTED, to);
        }
    }

    void notCommitted() {
        if (step() == HandoverStep.COMMITTING) {
            callOff(HandoverNews.What.NOT_COMMITTED);
        }
    }

    // ---- silence and time

    void lapsed(NodeId node) {
        if (canBeCalledOff() && isCandidate(node)) {
            callOff(HandoverNews.What.CANDIDATE_LOST);
        }
        if (state.holdings().containsKey(node)) {
            letGo(node);
        }
        if (node.equals(state.course().from())) {
            state = state.with(state.course().fromNobody());
            if (step() == HandoverStep.DRAINING || step() == HandoverStep.CLEANING) {
                end();
            }
        } else if (step() == HandoverStep.CLEANING && node.equals(Handover.tidying(state))) {
            if (isOpenDrill()) {
                flaw(HandoverNews.What.CANDIDATE_LOST, node);
            }
            end();
        }
    }

    void looked(@Nullable Duration deadline) {
        if (deadline == null || at.compareTo(deadline) < 0) {
            return;
        }
        switch (step()) {
            case PREPARING -> prepareFailed(candidate(), HandoverNews.What.PREPARE_TIMED_OUT);
            case PROMOTING -> notPromoted(HandoverNews.What.PROMOTE_TIMED_OUT);
            case DRAINING -> {
                flaw(
                        HandoverNews.What.DRAIN_CUT,
                        Objects.requireNonNull(state.course().from()));
                go(HandoverStep.CLEANING);
            }
            case CLEANING -> {
                flaw(HandoverNews.What.CLEANUP_FAILED, Objects.requireNonNull(Handover.tidying(state)));
                end();
            }
            case STEADY, STOPPING, COMMITTING -> {
                // Only events end these.
            }
        }
    }

    /** A node holds nothing any more: it may have been the primary, or one that was waited for. */
    private void letGo(NodeId node) {
        state = state.withoutHolding(node);
        if (!node.equals(state.primary()) || step() == HandoverStep.STOPPING) {
            goOnIfAlone();
        } else if (isBeforeCommit()) {
            goOnAsFailover();
        } else {
            loseThePrimary();
            steady();
        }
    }

    /** The rule that guards every change but a planned overlap: the next step is taken when nobody else may hold a lease. */
    private void goOnIfAlone() {
        if (step() != HandoverStep.STOPPING
                || state.mayOthersHold(state.course().to())) {
            return;
        }
        if (state.course().kind() == HandoverKind.FORCED) {
            // It had to stop before anybody was ready to follow.
            loseThePrimary();
            state = state.with(state.course().as(HandoverKind.FAILOVER));
            go(HandoverStep.PREPARING);
        } else {
            go(HandoverStep.COMMITTING);
        }
    }

    // ---- end

    /** Ends a change before its commit. The candidate undoes what it has prepared; a primary that works goes on. */
    private void callOff(HandoverNews.What why) {
        tell(why, candidate());
        boolean bound = why == HandoverNews.What.PREPARE_WITHDRAWN;
        drillEnds(bound ? HandoverNews.What.DRILL_CUT : HandoverNews.What.DRILL_FAILED);
        boolean toldToStop = step() != HandoverStep.PREPARING && settings.isAlone(state.course());
        if (toldToStop || state.isPrimaryUnstopped()) {
            // It cannot take back that it laid the role down: it needs a new token, as anybody would.
            loseThePrimary();
        }
        go(HandoverStep.CLEANING);
    }

    private void loseThePrimary() {
        NodeId before = state.primary();
        if (before != null) {
            state = state.withPrimary(null);
            tell(HandoverNews.What.PRIMARY_LOST, before);
        }
    }

    private void flaw(HandoverNews.What why, NodeId node) {
        tell(why, node);
        drillEnds(HandoverNews.What.DRILL_FAILED);
        state = state.with(state.course().withError());
    }

    /** A drill has one outcome: what comes after it is told, and is none. */
    private void drillEnds(HandoverNews.What outcome) {
        if (isOpenDrill()) {
            tell(outcome, candidate());
            state = state.with(state.course().withError());
        }
    }

    private void end() {
        drillEnds(HandoverNews.What.DRILL_PASSED);
        NodeId to = state.course().to();
        if (to != null && to.equals(state.primary())) {
            boolean flawed = state.course().flawed();
            tell(flawed ? HandoverNews.What.COMPLETED_WITH_ERRORS : HandoverNews.What.COMPLETED, to);
        }
        steady();
    }

    private void steady() {
        drillEnds(HandoverNews.What.DRILL_CUT);
        state = state.with(state.course().steady(at));
    }

    // ---- words

    private HandoverStep step() {
        return state.course().step();
    }

    private boolean isBeforeCommit() {
        return switch (step()) {
            case PREPARING, STOPPING, COMMITTING -> true;
            case STEADY, PROMOTING, DRAINING, CLEANING -> false;
        };
    }

    /** What the store is asked for may have been done already: only its answer ends that. */
    private boolean canBeCalledOff() {
        return step() == HandoverStep.PREPARING || step() == HandoverStep.STOPPING;
    }

    private boolean isDrill() {
        return state.course().kind() == HandoverKind.DRILL;
    }

    /** Whether it is a drill that has had no outcome yet. */
    private boolean isOpenDrill() {
        return isDrill() && !state.course().flawed();
    }

    private boolean isCandidate(NodeId node) {
        return node.equals(state.course().to());
    }

    private NodeId candidate() {
        return Objects.requireNonNull(state.course().to());
    }

    private void go(HandoverStep next) {
        state = state.with(state.course().at(next, at));
    }

    private void tell(HandoverNews.What what, NodeId node) {
        news.add(new HandoverNews(what, node));
    }
}
