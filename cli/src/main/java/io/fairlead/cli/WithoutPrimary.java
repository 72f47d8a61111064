package io.fairlead.cli;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.NodeShown;

/** What is said of a group that nobody is primary of, where orders of its operators are why. */
final class WithoutPrimary {

    private WithoutPrimary() {}

    /** That nobody is primary, and what keeps it so. */
    static String words(GroupShown group) {
        if (isPaused(group)) {
            DecisionShown newest = group.newest();
            String kept = newest != null && newest.kind().equals("keep") ? newest.to() : "";
            return (kept.isEmpty() ? "nobody is primary" : kept + " is gone and not replaced")
                    + ": decisions are paused (fairlead resume " + group.group() + ")";
        }
        boolean out = !group.nodes().isEmpty() && group.nodes().stream().allMatch(NodeShown::isInMaintenance);
        return out
                ? "nobody is primary: all nodes are in maintenance (fairlead maintenance " + group.group()
                        + " NODE off)"
                : "nobody is primary";
    }

    /** A decision in words. One that keeps everything as it is keeps nobody primary here. */
    static String decision(GroupShown group, DecisionShown decision) {
        boolean keeps =
                group.primary().isEmpty() && isPaused(group) && decision.kind().equals("keep");
        String stays = decision.to() + " stays primary";
        return keeps && decision.words().startsWith(stays)
                ? "nothing changes" + decision.words().substring(stays.length())
                : decision.words();
    }

    private static boolean isPaused(GroupShown group) {
        return group.circumstances().pause().value().equals("all");
    }
}
