package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One step of the machine as {@code model/trace.pml} reads it: mode, state, event, the state that came of it, and what each
 * node is told then. Tokens are numbered by their order, since nothing else about them counts; times and bars are left out.
 */
final class ModelRow {

    private static final int NODES = 4;
    private static final int NOBODY = 7;
    private static final int REPORTED = 10;
    private static final List<Directive> DIRECTIVES =
            List.of(Directive.NONE, Directive.PREPARE, Directive.PROMOTE, Directive.DEMOTE, Directive.CLEANUP);
    private static final List<HandoverStep> STEPS = List.of(
            HandoverStep.STEADY,
            HandoverStep.PREPARING,
            HandoverStep.STOPPING,
            HandoverStep.COMMITTING,
            HandoverStep.PROMOTING,
            HandoverStep.DRAINING,
            HandoverStep.CLEANING);
    private static final List<HandoverKind> KINDS =
            List.of(HandoverKind.PLANNED, HandoverKind.FORCED, HandoverKind.FAILOVER, HandoverKind.DRILL);

    private final Handover handover;
    private final HandoverSettings settings;
    private final List<NodeId> nodes;
    private final StringBuilder row = new StringBuilder();
    private final SortedSet<Long> tokens = new TreeSet<>();

    private ModelRow(HandoverSettings settings, List<NodeId> nodes) {
        this.handover = new Handover(settings);
        this.settings = settings;
        this.nodes = nodes;
    }

    /**
     * A step as a row, or null for a look at the clock that found nothing.
     *
     * @param nodes the nodes, in the order in which the model counts them; four at most
     */
    static @Nullable String of(
            HandoverSettings settings, List<NodeId> nodes, HandoverState before, HandoverEvent event) {
        ModelRow row = new ModelRow(settings, nodes);
        HandoverState after = row.handover.on(before, event).next();
        boolean idle = event instanceof HandoverEvent.Looked && before.equals(after);
        return idle ? null : row.text(before, event, after);
    }

    private String text(HandoverState before, HandoverEvent event, HandoverState after) {
        know(before);
        know(after);
        tokens.add(tokenOf(event));
        put(settings.mode() == HandoverMode.EXCLUSIVE);
        state(before);
        event(event);
        state(after);
        for (int i = 0; i < NODES; i++) {
            put(i < nodes.size() ? DIRECTIVES.indexOf(handover.directive(after, nodes.get(i))) : 0);
        }
        for (int i = 0; i < NODES; i++) {
            put(i < nodes.size() && handover.renews(after, nodes.get(i), after.token(), Duration.ZERO));
        }
        return row.toString();
    }

    private void know(HandoverState state) {
        tokens.add(0L);
        tokens.add(state.token());
        state.holdings().values().forEach(holding -> tokens.add(holding.token()));
    }

    private static long tokenOf(HandoverEvent event) {
        if (event instanceof HandoverEvent.Reported reported) {
            return reported.token();
        }
        return event instanceof HandoverEvent.Committed committed ? committed.token() : 0;
    }

    private void state(HandoverState state) {
        HandoverState.Course course = state.course();
        put(STEPS.indexOf(course.step()));
        put(KINDS.indexOf(course.kind()));
        node(course.from());
        node(course.to());
        node(state.primary());
        token(state.token());
        for (int i = 0; i < NODES; i++) {
            Holding holding = i < nodes.size() ? state.holdings().get(nodes.get(i)) : null;
            token(holding == null ? 0 : holding.token());
        }
        for (int i = 0; i < NODES; i++) {
            Holding holding = i < nodes.size() ? state.holdings().get(nodes.get(i)) : null;
            put(holding != null && holding.unstopped());
        }
    }

    private void event(HandoverEvent event) {
        NodeId about = null;
        int which = 0;
        int number;
        if (event instanceof HandoverEvent.Wanted wanted) {
            number = 0;
            about = wanted.to();
            which = KINDS.indexOf(wanted.kind());
        } else if (event instanceof HandoverEvent.Dismissed) {
            number = 1;
        } else if (event instanceof HandoverEvent.Committed) {
            number = 2;
        } else if (event instanceof HandoverEvent.NotCommitted) {
            number = 3;
        } else if (event instanceof HandoverEvent.Lapsed lapsed) {
            number = 4;
            about = lapsed.node();
        } else if (event instanceof HandoverEvent.Reported reported) {
            number = REPORTED + number(reported.report());
            about = reported.node();
        } else {
            number = 5;
        }
        put(number);
        node(about);
        token(tokenOf(event));
        put(which);
    }

    private static int number(HandoverEvent.Report report) {
        return switch (report) {
            // It is told, and moves no step.
            case DRAIN_CUT -> 0;
            case PREPARED -> 1;
            case PREPARE_FAILED -> 2;
            case PROMOTED -> 3;
            case PROMOTE_FAILED -> 4;
            case STOPPED -> 5;
            case STOP_FAILED -> 6;
            case DRAINED -> 7;
            // What could not be tidied up is left: to the steps it is the same.
            case CLEANED, CLEANUP_FAILED -> 8;
            case PREPARE_WITHDRAWN -> 9;
        };
    }

    private void node(@Nullable NodeId node) {
        put(node == null ? NOBODY : nodes.indexOf(node));
    }

    private void token(long token) {
        put(tokens.headSet(token).size());
    }

    private void put(boolean value) {
        put(value ? 1 : 0);
    }

    private void put(int value) {
        row.append((char) ('0' + value));
    }
}
