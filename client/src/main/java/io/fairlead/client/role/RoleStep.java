package io.fairlead.client.role;

import java.util.Locale;

/** What a node has to do at some point of a change of primary; for each there is one of {@link RoleCallbacks}. */
enum RoleStep {
    PREPARE,
    PROMOTE,
    DEMOTE,
    DRAIN,
    CLEANUP,
    FENCE,
    /** Ends what runs, and is nothing by itself. */
    HALT;

    /** The step as it is written in messages. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is done again until it succeeds: as long as it has not, the node may still do a primary's work. */
    boolean mustSucceed() {
        return this == DEMOTE || this == FENCE;
    }

    /** Whether it ends a step that runs; others wait for its end. */
    boolean ends(RoleStep running) {
        return switch (this) {
            case DEMOTE, FENCE -> !running.mustSucceed();
            case PROMOTE -> running == DRAIN || running == CLEANUP;
            case CLEANUP, HALT -> running == PREPARE || running == DRAIN || (this == HALT && running == CLEANUP);
            case PREPARE, DRAIN -> false;
        };
    }
}
