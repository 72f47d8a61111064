package io.fairlead.manager.rest;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverState;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.primary.Pause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What whoever gave an order has to know of it besides that it was done. */
final class OrderNotes {

    private OrderNotes() {}

    /** Each as a sentence without its full stop; mostly there is none. */
    static List<String> of(Act act, GroupView view) {
        List<String> notes = new ArrayList<>();
        HandoverState.Course course = view.handover().state().course();
        boolean changes = !view.handover().state().isSteady() && course.kind() != HandoverKind.DRILL;
        if (act.verb().equals("pause") && view.orders().pause() == Pause.ALL && changes) {
            notes.add("the change to " + course.to() + " that was under way goes on, step "
                    + course.step().word());
        }
        if (act.verb().equals("maintenance") && act.after().equals("on") && view.primary() == null && !changes) {
            waitedFor(view).forEach(notes::add);
        }
        return notes;
    }

    /** Those that would follow a primary that was taken out, and cannot yet. */
    private static List<String> waitedFor(GroupView view) {
        Set<NodeId> out = view.orders().maintenance(view.settings());
        return view.nodes().stream()
                .filter(node -> node.isHeard() && !out.contains(node.node()))
                .filter(node -> !node.boundLeft().isZero())
                .map(node -> "nobody follows at once: " + NoSwitchover.bound(node))
                .toList();
    }
}
