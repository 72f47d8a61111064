package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a change of primary: make before break. A reducer: what happened and the state give the next state.
 *
 * <p>The steps are prepare, (stop,) commit, promote, drain and clean. One rule guards them: nobody is made primary while
 * another node may hold a lease, except in a planned change in {@link HandoverMode#OVERLAP}. What a node is told follows
 * from the state alone, so a message that is lost is told again, and a restart resumes where the state stands.
 */
public final class Handover {

    private final HandoverSettings settings;

    /** The steps for a group with these settings. */
    public Handover(HandoverSettings settings) {
        this.settings = settings;
    }

    /**
     * What follows from an event.
     *
     * @param next the next state
     * @param news what is worth telling, in its order
     */
    public record Progress(HandoverState next, List<HandoverNews> news) {

        /** Keeps a copy. */
        public Progress {
            news = List.copyOf(news);
        }
    }

    /** What follows from an event. One that comes late, or a second time, changes nothing. */
    public Progress on(HandoverState state, HandoverEvent event) {
        Walk walk = new Walk(settings, state, event.at());
        if (event instanceof HandoverEvent.Wanted wanted) {
            walk.wanted(wanted.kind(), wanted.to());
        } else if (event instanceof HandoverEvent.Dismissed) {
            walk.dismissed();
        } else if (event instanceof HandoverEvent.Reported reported) {
            walk.reported(reported);
        } else if (event instanceof HandoverEvent.Committed committed) {
            walk.committed(committed.token());
        } else if (event instanceof HandoverEvent.NotCommitted) {
            walk.notCommitted();
        } else if (event instanceof HandoverEvent.Lapsed lapsed) {
            walk.lapsed(lapsed.node());
        } else {
            walk.looked(deadline(state));
        }
        return walk.progress();
    }

    /** What a node is told, with each answer until the state says otherwise. */
    public Directive directive(HandoverState state, NodeId node) {
        HandoverState.Course course = state.course();
        return switch (course.step()) {
            case PREPARING, STOPPING, COMMITTING ->
                node.equals(course.to()) ? Directive.PREPARE : beforeCommit(state, node);
            // Its time to drain may be over before it was even told to stop, and it stops before it tidies up.
            case CLEANING ->
                node.equals(tidying(state)) && !state.holdings().containsKey(node)
                        ? Directive.CLEANUP
                        : byRole(state, node);
            case STEADY, PROMOTING, DRAINING -> byRole(state, node);
        };
    }

    private Directive beforeCommit(HandoverState state, NodeId node) {
        // From the stop on the primary is one of those that lay the role down, unless the new one begins before that.
        boolean stops = state.course().step() != HandoverStep.PREPARING && settings.isAlone(state.course());
        if (node.equals(state.primary()) && stops) {
            return state.holdings().containsKey(node) ? Directive.DEMOTE : Directive.NONE;
        }
        return byRole(state, node);
    }

    private static Directive byRole(HandoverState state, NodeId node) {
        if (node.equals(state.primary())) {
            return Directive.PROMOTE;
        }
        HandoverState.Course course = state.course();
        boolean drains = course.step() == HandoverStep.DRAINING && node.equals(course.from());
        return drains || state.holdings().containsKey(node) ? Directive.DEMOTE : Directive.NONE;
    }

    /**
     * Whether an answer to a node that says it is primary renews its lease. Once another has been made primary it never
     * does.
     *
     * @param token the token that the node holds the role under
     */
    public boolean renews(HandoverState state, NodeId node, long token, Duration at) {
        if (!node.equals(state.primary()) || token != state.token()) {
            return false;
        }
        HandoverState.Course course = state.course();
        if (!settings.isAlone(course) || node.equals(course.to())) {
            return true;
        }
        if (course.step() == HandoverStep.STOPPING) {
            // A single writer ends its work under its lease. It takes no new work, and its time is limited.
            return settings.singleWriter()
                    && course.kind() == HandoverKind.PLANNED
                    && at.minus(course.since()).compareTo(settings.limits().drain()) < 0;
        }
        return course.step() != HandoverStep.COMMITTING;
    }

    /**
     * Whether a step of a node failed just now, within the rest of {@link HandoverSettings.Bars}: it is not asked again at once,
     * not even where no other node is left.
     */
    public boolean isResting(HandoverState state, NodeId node, Duration at) {
        Bar bar = state.bars().get(node);
        return bar != null
                && at.minus(settings.bars().failedAt(bar))
                                .compareTo(settings.bars().rest())
                        < 0;
    }

    /** When the present step is over at the latest, on the group's own time line, or null if only events end it. */
    public @Nullable Duration deadline(HandoverState state) {
        HandoverState.Course course = state.course();
        HandoverSettings.Limits limits = settings.limits();
        return switch (course.step()) {
            case PREPARING -> course.since().plus(limits.prepare());
            case PROMOTING -> course.since().plus(limits.promote());
            case DRAINING -> course.since().plus(limits.drain());
            case CLEANING -> course.since().plus(limits.clean());
            // The lease of whoever is waited for ends by itself.
            case STEADY, STOPPING, COMMITTING -> null;
        };
    }

    /** Who tidies up: the old primary, or a candidate that did not become primary. */
    static @Nullable NodeId tidying(HandoverState state) {
        HandoverState.Course course = state.course();
        return Objects.equals(state.primary(), course.to()) ? course.from() : course.to();
    }
}
