package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The state of a change as one event changes it, and the moves that several events have in common. */
final class HandoverDraft {

    final HandoverSettings settings;
    final Duration at;
    private final List<HandoverNews> news = new ArrayList<>();
    HandoverState state;

    HandoverDraft(HandoverSettings settings, HandoverState state, Duration at) {
        this.settings = settings;
        this.state = state;
        this.at = at;
    }

    Handover.Progress progress() {
        return new Handover.Progress(state, news);
    }

    /**
     * A planned change whose primary is none any more is a failover to the same candidate. A drill is over: who follows has
     * not been decided. Until it is, its standby is not told otherwise, for it may well be the one.
     */
    void goOnAsFailover() {
        loseThePrimary();
        if (isDrill()) {
            drillEnds(HandoverNews.What.DRILL_CUT);
        } else {
            state = state.with(state.course().as(HandoverKind.FAILOVER).fromNobody());
        }
    }

    /** A node holds nothing any more: it may have been the primary, or one that was waited for. */
    void letGo(NodeId node) {
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
    void goOnIfAlone() {
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

    /** Ends a change before its commit. The candidate undoes what it has prepared; a primary that works goes on. */
    void callOff(HandoverNews.What why) {
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

    void loseThePrimary() {
        NodeId before = state.primary();
        if (before != null) {
            state = state.withPrimary(null);
            tell(HandoverNews.What.PRIMARY_LOST, before);
        }
    }

    void flaw(HandoverNews.What why, NodeId node) {
        tell(why, node);
        drillEnds(HandoverNews.What.DRILL_FAILED);
        state = state.with(state.course().withError());
    }

    /** A drill has one outcome: what comes after it is told, and is none. */
    void drillEnds(HandoverNews.What outcome) {
        if (isOpenDrill()) {
            tell(outcome, candidate());
            state = state.with(state.course().withError());
        }
    }

    void end() {
        drillEnds(HandoverNews.What.DRILL_PASSED);
        NodeId to = state.course().to();
        if (to != null && to.equals(state.primary())) {
            boolean flawed = state.course().flawed();
            tell(flawed ? HandoverNews.What.COMPLETED_WITH_ERRORS : HandoverNews.What.COMPLETED, to);
        }
        steady();
    }

    void steady() {
        drillEnds(HandoverNews.What.DRILL_CUT);
        state = state.with(state.course().steady(at));
    }

    HandoverStep step() {
        return state.course().step();
    }

    boolean isBeforeCommit() {
        return switch (step()) {
            case PREPARING, STOPPING, COMMITTING -> true;
            case STEADY, PROMOTING, DRAINING, CLEANING -> false;
        };
    }

    /** What the store is asked for may have been done already: only its answer ends that. */
    boolean canBeCalledOff() {
        return step() == HandoverStep.PREPARING || step() == HandoverStep.STOPPING;
    }

    boolean isDrill() {
        return state.course().kind() == HandoverKind.DRILL;
    }

    /** Whether it is a drill that has had no outcome yet. */
    boolean isOpenDrill() {
        return isDrill() && !state.course().flawed();
    }

    boolean isCandidate(NodeId node) {
        return node.equals(state.course().to());
    }

    NodeId candidate() {
        return Objects.requireNonNull(state.course().to());
    }

    void go(HandoverStep next) {
        state = state.with(state.course().at(next, at));
    }

    void tell(HandoverNews.What what, NodeId node) {
        news.add(new HandoverNews(what, node));
    }
}
