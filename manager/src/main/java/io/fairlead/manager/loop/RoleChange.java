package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.Handover;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A group's change of primary as it goes on: how far it has come, which decision it carries out, and since when whoever
 * may hold the role does so unheard. Touched by the loop's thread only; does no input or output.
 */
final class RoleChange {

    private final HandoverSettings settings;
    private final Handover steps;
    private HandoverState state = HandoverState.initial();
    private @Nullable Decision wanted;
    private final Map<NodeId, Duration> grantedAt = new TreeMap<>();

    RoleChange(HandoverSettings settings) {
        this.settings = settings;
        this.steps = new Handover(settings);
    }

    HandoverSettings settings() {
        return settings;
    }

    HandoverState state() {
        return state;
    }

    /** The decision that is being carried out, or null. */
    @Nullable Decision wanted() {
        return wanted;
    }

    boolean isSteady() {
        return state.isSteady();
    }

    HandoverStep step() {
        return state.course().step();
    }

    boolean isDrill() {
        return state.course().kind() == HandoverKind.DRILL;
    }

    /** The candidate of a change that has not been committed yet, or null. Whoever rehearses is none. */
    @Nullable NodeId candidate() {
        return isDrill() ? null : preparing();
    }

    /** Who gets ready, for a change or in a drill, or null. */
    @Nullable NodeId preparing() {
        return switch (step()) {
            case PREPARING, STOPPING, COMMITTING -> state.course().to();
            case STEADY, PROMOTING, DRAINING, CLEANING -> null;
        };
    }

    /** Whom a change is about that is not over, or null. A drill is no change: it keeps nobody from one. */
    @Nullable NodeId underWayTo() {
        return isSteady() || isDrill() ? null : state.course().to();
    }

    /** Takes in what happened, and says what is worth telling. */
    List<HandoverNews> on(HandoverEvent event) {
        Handover.Progress progress = steps.on(state, event);
        state = progress.next();
        if (isSteady()) {
            wanted = null;
        }
        return progress.news();
    }

    /** Begins to carry a decision out, if that is possible now. */
    List<HandoverNews> begin(Decision decision, NodeId to, Duration at) {
        HandoverKind kind = state.primary() == null
                ? HandoverKind.FAILOVER
                : decision.reason() == Reason.PRIMARY_UNHEALTHY ? HandoverKind.FORCED : HandoverKind.PLANNED;
        List<HandoverNews> news = on(new HandoverEvent.Wanted(kind, to, at));
        if (news.stream().anyMatch(one -> one.what() == HandoverNews.What.STARTED)) {
            wanted = decision;
        }
        return news;
    }

    /** Begins to give the role once more to the node that has lost it and had it last. */
    List<HandoverNews> beginAgain(NodeId node, Duration at) {
        wanted = null;
        return on(new HandoverEvent.Wanted(HandoverKind.FAILOVER, node, at));
    }

    /** The decision as it is written down at the commit. A primary that was lost on the way makes a failover of it. */
    static Decision atCommit(Decision decision, HandoverState state) {
        boolean lost = state.course().kind() == HandoverKind.FAILOVER;
        if (!lost || decision.cause() == Cause.FAILOVER || decision.cause() == Cause.BOOTSTRAP) {
            return decision;
        }
        return new Decision(
                Decision.Kind.SWITCH,
                Reason.PRIMARY_LOST,
                Cause.FAILOVER,
                decision.from(),
                decision.to(),
                decision.comparison());
    }

    // ---- what is granted

    /** Notes when a node was heard whose role the answer prolongs, or that is offered one. */
    void granted(NodeId node, Duration at) {
        grantedAt.merge(node, at, (before, now) -> now.compareTo(before) > 0 ? now : before);
    }

    /** Whether an answer to a heartbeat prolongs the role that the node holds. */
    boolean renews(Heartbeat beat, Duration groupTime) {
        boolean holds = beat.role() == Role.PRIMARY || endsItsWork(beat);
        return holds && steps.renews(state, beat.node(), beat.token(), groupTime);
    }

    /** A single writer that was told to stop takes no new work, is a standby by its own word, and ends its work under its lease. */
    private boolean endsItsWork(Heartbeat beat) {
        HandoverReport said = beat.steps().handover();
        return settings.singleWriter()
                && step() == HandoverStep.STOPPING
                && said != null
                && said.level().isOfStop()
                && state.holdings().containsKey(beat.node());
    }

    /** Whether a node is offered a role that it does not know of yet. */
    boolean offers(Heartbeat beat) {
        return directive(beat.node()) == Directive.PROMOTE && FencingToken.learned(beat.token()) < state.token();
    }

    /** Whether a node may hold a role, and has not been heard within a time. */
    boolean isOver(NodeId node, Duration now, Duration wait) {
        Duration at = grantedAt.get(node);
        return state.holdings().containsKey(node)
                && (at == null || now.minus(at).compareTo(wait) > 0);
    }

    /** Lets whatever may be held begin anew: an earlier process may have answered until just now. */
    void grantedUntilNow(Duration now) {
        grantedAt.clear();
        state.holdings().keySet().forEach(node -> grantedAt.put(node, now));
    }

    /** Leaves a span out in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        grantedAt.replaceAll((node, at) -> OwnPause.later(at, span, now));
    }

    /** Whether a step of a node failed just now. */
    boolean isResting(NodeId node, Duration groupTime) {
        return steps.isResting(state, node, groupTime);
    }

    // ---- what a node is told

    Directive directive(NodeId node) {
        return steps.directive(state, node);
    }

    /**
     * What a node is told.
     *
     * @param said what it said last of how far it is, or null if it knows no steps
     */
    StepOrder order(NodeId node, @Nullable HandoverReport said) {
        HandoverState.Course course = state.course();
        Directive directive = directive(node);
        if (directive == Directive.NONE && said != null && isLeftOver(said)) {
            return new StepOrder(Directive.CLEANUP, said.id(), null, null, null);
        }
        Decision why = wanted;
        return new StepOrder(
                directive,
                switch (directive) {
                    case NONE -> 0;
                    case PREPARE, CLEANUP -> course.number();
                    case PROMOTE -> state.token();
                    case DEMOTE -> holding(node);
                },
                why == null ? unasked(course) : why.reason().name(),
                directive == Directive.NONE ? null : course.from(),
                directive == Directive.NONE ? null : course.to());
    }

    /** Whether a node is ready, or nearly, for a change or a drill that gave way to another, or is over. */
    private boolean isLeftOver(HandoverReport said) {
        long number = state.course().number();
        return said.level().isOfPrepare() && (said.id() < number || (said.id() == number && isSteady()));
    }

    /** What a hook may want to know although no decision stands behind it. */
    private static @Nullable String unasked(HandoverState.Course course) {
        return course.kind() == HandoverKind.DRILL ? course.kind().name() : null;
    }

    private long holding(NodeId node) {
        var holding = state.holdings().get(node);
        return holding == null ? state.token() : holding.token();
    }

    // ---- what was remembered

    void restore(HandoverState before, @Nullable Decision decision) {
        state = before;
        wanted = decision;
    }

    /** Gives the present step all of its time again. */
    void resumed(Duration at) {
        state = state.resumed(at);
    }

    /** Takes over who has the role, as it is known from elsewhere. */
    void adopted(@Nullable NodeId node, long token, Duration at) {
        state = state.adopting(node, Math.max(token, state.token()), at);
        wanted = null;
    }

    /** The primary has a new token; whatever changes goes on. */
    void renewed(long token) {
        NodeId primary = state.primary();
        if (primary != null) {
            state = state.holding(primary, token);
        }
    }
}
