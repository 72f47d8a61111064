package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One thing that an operator wants of a group. What it sets stands until it is set otherwise; a switchover sets nothing. */
public sealed interface OperatorAct {

    /** What is done, in one word: {@code pause}, {@code resume}, {@code observe}, {@code maintenance}, {@code remove}, {@code switchover}. */
    String verb();

    /** The node it is done to, or null for the group. */
    default @Nullable NodeId node() {
        return null;
    }

    /** The value that it acts upon, as it is in a group. */
    String value(GroupView view);

    /** The value that is wanted. */
    String wanted();

    /**
     * No more decisions, or all of them again.
     *
     * @param what which decisions are not made
     */
    record Pausing(Pause what) implements OperatorAct {

        @Override
        public String verb() {
            return what == Pause.OFF ? "resume" : "pause";
        }

        @Override
        public String value(GroupView view) {
            return label(view.orders().pause());
        }

        @Override
        public String wanted() {
            return label(what);
        }
    }

    /**
     * Another observe mode.
     *
     * @param what which decisions are only shown
     */
    record Observing(Observe what) implements OperatorAct {

        @Override
        public String verb() {
            return "observe";
        }

        @Override
        public String value(GroupView view) {
            return label(view.orders().observe(view.settings()));
        }

        @Override
        public String wanted() {
            return label(what);
        }
    }

    /**
     * A node leaves the election, or comes back into it.
     *
     * @param node the node
     * @param on whether it leaves
     */
    record Maintaining(NodeId node, boolean on) implements OperatorAct {

        @Override
        public String verb() {
            return "maintenance";
        }

        @Override
        public String value(GroupView view) {
            return view.orders().maintenance(view.settings()).contains(node) ? "on" : "off";
        }

        @Override
        public String wanted() {
            return on ? "on" : "off";
        }
    }

    /**
     * A silent node leaves the list.
     *
     * @param node the node
     */
    record Removing(NodeId node) implements OperatorAct {

        @Override
        public String verb() {
            return "remove";
        }

        @Override
        public String value(GroupView view) {
            NodeView known = view.node(node);
            return known == null ? "not known" : known.life().label();
        }

        @Override
        public String wanted() {
            return "removed";
        }
    }

    /**
     * Another node becomes primary once. It leaves nothing behind: from then on load decides as before.
     *
     * @param to the node, or null for the best standby
     */
    record SwitchingOver(@Nullable NodeId to) implements OperatorAct {

        @Override
        public String verb() {
            return "switchover";
        }

        @Override
        public @Nullable NodeId node() {
            return to;
        }

        @Override
        public String value(GroupView view) {
            return view.primary() == null ? "nobody" : view.primary().node().value();
        }

        @Override
        public String wanted() {
            return to == null ? "the best standby" : to.value();
        }
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
