package io.fairlead.agent.role;

import io.fairlead.client.role.Identity;
import io.fairlead.client.role.RoleChange;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A hook to be run, and what it is told.
 *
 * @param hook which hook
 * @param change what it is told
 */
record HookOrder(Hook hook, RoleChange change) {
    /** The hooks of this agent; the file in the hooks folder has the hook's word as its name. */
    enum Hook {
        PREPARE("prepare"),
        PROMOTE("promote"),
        DEMOTE("demote"),
        DRAIN_STATUS("drain-status"),
        CLEANUP("cleanup"),
        FENCE("fence"),
        HEALTH("health");

        private final String word;

        Hook(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        /** Whether it is asked again and again, so that only what is odd is worth a line. */
        boolean isQuestion() {
            return this == DRAIN_STATUS || this == HEALTH;
        }
    }

    /** The variables that a hook finds in its environment when it is told this. */
    static SortedMap<String, String> environment(Identity self, RoleChange change) {
        SortedMap<String, String> environment = new TreeMap<>();
        environment.put("FAIRLEAD_GROUP", self.group().value());
        environment.put("FAIRLEAD_NODE", self.node().value());
        environment.put("FAIRLEAD_TOKEN", Long.toString(change.token()));
        environment.put("FAIRLEAD_REASON", change.reason().name());
        environment.put("FAIRLEAD_CAUSE", change.cause());
        environment.put("FAIRLEAD_FROM", change.from());
        environment.put("FAIRLEAD_TO", change.to());
        return environment;
    }
}
