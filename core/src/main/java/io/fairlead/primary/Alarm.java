package io.fairlead.primary;

import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Something a person should know, found in one round. An alarm decides nothing.
 *
 * @param kind what it is
 * @param node the node concerned, or null if it is the group
 */
public record Alarm(Kind kind, @Nullable NodeId node) {

    /** What an alarm says. Constants are added, never renamed. */
    public enum Kind {
        /** Nobody can take over. */
        NO_STANDBY("no standby is alive: nobody can take over"),
        /** Nobody is free to take over. */
        NO_NODE_FREE("its last primary is gone, and nobody else is free to take the role yet"),
        /**
         * Nobody is left but nodes that the last primary did not know. It may go on without a manager, so only somebody who
         * knows that it is off may let them take over: by removing the node concerned.
         */
        NEEDS_OPERATOR("as the last primary it knew none of the nodes that are left, and may go on without a manager:"
                + " remove it once it is surely off"),
        /** A node works as primary by the promises of others: the manager's answers do not reach it, or nothing does either way. */
        HELD_BY_FAILSAFE("it has gone on as primary for a minute by the promises of the others:"
                + " mend the way between it and this manager"),
        /** Nodes of the group fell silent together with more than half of all nodes of the manager. */
        MANY_SILENT(
                "more than half of all nodes fell silent at once: what they share may be at fault, and a primary among"
                        + " them is waited for twice as long"),
        /** The primary's health hook fails, and so does that of every other node. */
        ALL_UNHEALTHY("the health hook fails on every node: the primary stays"),
        /** Every node is above the ceiling. */
        ALL_OVERLOADED("every node is above the ceiling: add machines"),
        /** The primary is alive, but too few of its samples arrive. */
        PRIMARY_UNMEASURED("the primary is alive but not measured: look at its sensors"),
        /** The sensor jumps about. */
        SENSOR_ROUGH("its load readings jump about: look at its sensors"),
        /** The sensor swings slowly between two levels; no rule can tell this from a real load. */
        SENSOR_SWINGING("its load readings swing by 30 points again and again: look at its sensors"),
        /** The sensor did not show the load of the role. */
        SENSOR_SUSPECT("its load did not rise with the role: look at its sensors"),
        /** A metric that peers have is unknown on this node. */
        PARTIAL("a metric that other nodes report is unknown here and counts as the highest of theirs"),
        /** A switch brought no gain. */
        NO_GAIN("the last switch brought no gain"),
        /** A failover came soon after another change of primary. */
        COOLDOWN_OVERRIDDEN("the cooldown was running and was overridden: a failover does not wait for it");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The alarm in English. */
        public String words() {
            return words;
        }
    }
}
