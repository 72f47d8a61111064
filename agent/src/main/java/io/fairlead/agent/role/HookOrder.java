package io.fairlead.agent.role;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A hook to be run, and what it is told.
 *
 * @param hook which hook
 * @param token the fencing token under which the role is gained, or the highest one known when it is laid down
 * @param reason why
 * @param from the node that was primary before, empty where that is not known
 * @param to the node that is primary from now on, empty where that is not known
 */
record HookOrder(Hook hook, long token, RoleReason reason, String from, String to) {
    /** The hooks of this agent; the file in the hooks folder has the hook's word as its name. */
    enum Hook {
        PROMOTE("promote"),
        DEMOTE("demote");

        private final String word;

        Hook(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /** The variables that the hook finds in its environment. */
    SortedMap<String, String> environment(Identity self) {
        SortedMap<String, String> environment = new TreeMap<>();
        environment.put("FAIRLEAD_GROUP", self.group().value());
        environment.put("FAIRLEAD_NODE", self.node().value());
        environment.put("FAIRLEAD_TOKEN", Long.toString(token));
        environment.put("FAIRLEAD_REASON", reason.name());
        environment.put("FAIRLEAD_FROM", from);
        environment.put("FAIRLEAD_TO", to);
        return environment;
    }
}
