package io.fairlead.manager.rest;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a switchover that was asked for is not possible, and what would make it so. */
final class NoSwitchover {

    private NoSwitchover() {}

    /**
     * The reason as a clause.
     *
     * @param to the node that was named, or null for the best standby
     */
    static String why(GroupView view, @Nullable NodeView to) {
        if (!view.startLeft().isZero()) {
            return "the manager still finds out who is primary: ask again in " + seconds(view.startLeft());
        }
        HandoverState.Course course = view.handover().state().course();
        if (course.step() != HandoverStep.STEADY) {
            boolean drill = course.kind() == HandoverKind.DRILL;
            return (drill ? "a drill of " : "a change to ") + course.to() + " is being carried out, step "
                    + course.step().word() + ": ask again when it is over, fairlead status " + view.group()
                    + " shows it";
        }
        if (view.orders().pause() == Pause.ALL) {
            return "it is paused with all"
                    + (view.primary() == null ? ", so nobody replaces a primary that is gone" : "")
                    + ": resume it first, fairlead resume " + view.group();
        }
        if (view.primary() == null) {
            Set<NodeId> out = view.orders().maintenance(view.settings());
            boolean allOut =
                    !view.nodes().isEmpty() && view.nodes().stream().allMatch(node -> out.contains(node.node()));
            return "nobody is primary, so there is nobody to take over from: "
                    + (allOut
                            ? "all of its nodes are in maintenance, end that for one, fairlead maintenance "
                                    + view.group() + " NODE off"
                            : "start a node that can be");
        }
        if (view.orders().observe(view.settings()) == Observe.ALL) {
            return "observe mode all only shows changes: order observe off or preference first";
        }
        return to == null ? nobody(view) : notThis(view, to);
    }

    private static String nobody(GroupView view) {
        Set<NodeId> out = view.orders().maintenance(view.settings());
        List<String> standbys = view.nodes().stream()
                .filter(node -> node.isHeard() && !node.equals(view.primary()) && !out.contains(node.node()))
                .map(NoSwitchover::notFree)
                .toList();
        return standbys.isEmpty()
                ? "no standby is alive and in service: start or mend one"
                : "no standby is free to take the role: " + String.join("; ", standbys);
    }

    private static String notThis(GroupView view, NodeView to) {
        if (view.orders().maintenance(view.settings()).contains(to.node())) {
            return "node " + to.node() + " is in maintenance: end that first";
        }
        return to.isHeard()
                ? notFree(to)
                : "node " + to.node() + " is " + to.life().label()
                        + ": name a standby that is alive, or none for the best";
    }

    private static String notFree(NodeView node) {
        String alive = "node " + node.node() + " is alive, but ";
        if (node.boundLeft().isZero()) {
            return alive
                    + "not free to take the role: a step of it has just failed, or the primary does not know of it yet;"
                    + " ask again in a moment";
        }
        return alive + takesNone(node) + ": ask again then";
    }

    private static String takesNone(NodeView node) {
        NodeId promisedTo = node.beat().steps().promisedTo();
        return "takes no role for " + seconds(node.boundLeft()) + " more, bound by "
                + (promisedTo == null
                        ? "the wait after its start"
                        : "its promise to " + promisedTo + " not to take over");
    }

    /** For how long a node takes no role, and what binds it, as a clause. */
    static String bound(NodeView node) {
        return "node " + node.node() + " is alive, but " + takesNone(node);
    }

    /** A time as refusals say it. */
    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
