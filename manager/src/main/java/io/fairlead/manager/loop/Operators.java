package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what operators want, and keeps account of it. Touched by the loop's thread only. */
final class Operators {

    private static final Logger LOG = LoggerFactory.getLogger(Operators.class);

    private final Timeline timeline;
    private final AuditLog audit = new AuditLog();

    Operators(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Does what is wanted of a group, if it may be done and can be written down; else changes nothing. */
    ActAnswer act(Group group, OperatorAct wanted, Act.By by) {
        Duration now = timeline.now();
        GroupView before = group.view(now);
        String value = wanted.value(before);
        Act act = new Act(
                audit.nextNumber(),
                timeline.wallMillis(),
                by,
                wanted.verb(),
                group.id(),
                wanted.node(),
                value,
                wanted.wanted(),
                null);
        Act.Refused refused = refusal(before, wanted);
        if (refused == null && wanted instanceof OperatorAct.SwitchingOver over) {
            NodeId successor = group.successor(over.to(), now);
            refused = successor == null ? Act.Refused.SWITCHOVER_REFUSED : null;
            act = successor == null ? act : act.reaching(successor.value());
        }
        if (refused == null && !isDone(group, wanted, act)) {
            refused = Act.Refused.JOURNAL_UNWRITABLE;
        }
        if (refused != null) {
            act = act.refused(refused);
        }
        audit.add(act);
        tell(act);
        // A primary that was taken out is followed at once, so that the answer shows who has the role.
        group.look(now);
        return new ActAnswer(act, group.view(now));
    }

    private static Act.@Nullable Refused refusal(GroupView view, OperatorAct wanted) {
        NodeId node = wanted.node();
        if (node == null) {
            return null;
        }
        NodeView known = view.node(node);
        if (wanted instanceof OperatorAct.Removing) {
            if (known == null) {
                return Act.Refused.UNKNOWN_NODE;
            }
            if (known.isHeard()) {
                return Act.Refused.NODE_HEARD;
            }
            return node.equals(view.heldByFailsafe()) ? Act.Refused.PROMISE_RUNNING : null;
        }
        // A node that is in maintenance already may be one that has never reported, or not for long.
        boolean named = view.orders().maintenance(view.settings()).contains(node);
        return known == null && !named ? Act.Refused.UNKNOWN_NODE : null;
    }

    private static boolean isDone(Group group, OperatorAct wanted, Act act) {
        StandingOrders orders = group.orders();
        if (wanted instanceof OperatorAct.Pausing pausing) {
            return group.order(orders.with(pausing.what()), act);
        }
        if (wanted instanceof OperatorAct.Observing observing) {
            return group.order(orders.with(observing.what()), act);
        }
        if (wanted instanceof OperatorAct.Maintaining maintaining) {
            return group.order(orders.withMaintenance(maintaining.node(), maintaining.on()), act);
        }
        if (wanted instanceof OperatorAct.Removing removing) {
            return group.remove(removing.node(), act);
        }
        if (wanted instanceof OperatorAct.SwitchingOver) {
            return group.switchOver(new NodeId(act.after()), act);
        }
        throw new IllegalStateException("nobody does " + wanted.verb());
    }

    private static void tell(Act act) {
        String reason = act.by().reason().isEmpty() ? "" : " (" + act.by().reason() + ")";
        String what = act.verb() + (act.node() == null ? "" : " of " + act.node());
        if (act.refused() == null) {
            LOG.info(
                    "group {}: operator at {}: {}: {}, was {}{}",
                    act.group(),
                    act.by().who(),
                    what,
                    act.after(),
                    act.before(),
                    reason);
        } else {
            LOG.warn(
                    "group {}: operator at {}: {} refused: {}{}",
                    act.group(),
                    act.by().who(),
                    what,
                    act.refused(),
                    reason);
        }
    }

    /** Takes over an act of an earlier process. */
    void remember(Act act) {
        audit.add(act);
    }

    List<Act> acts() {
        return audit.all();
    }

    /** A page of acts in the order of time: the first ones after a number, or without one the newest. */
    List<Act> page(OptionalLong after, int limit) {
        return audit.page(after, limit);
    }
}
