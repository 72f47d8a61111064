package io.fairlead.agent.role;

import java.time.Duration;

/**
 * How a hook ended.
 *
 * @param end in which way
 * @param exit its exit code, where it exited by itself; else -1
 * @param output what it printed, at most {@value HookOutput#LARGEST} bytes of it
 * @param took how long it ran
 */
record HookResult(End end, int exit, String output, Duration took) {
    /** The ways in which a hook ends. */
    enum End {
        /** It exited by itself: only the exit code says whether it succeeded, never the output. */
        EXITED,
        /** There is no such hook, which is no failure: all hooks are optional. */
        ABSENT,
        /** It ran out of time and was ended with all its children. */
        TIMED_OUT,
        /** A newer order ended it. */
        ENDED_BY_NEWER,
        /** A newer order came before it was begun. */
        REPLACED_BY_NEWER,
        /** It could not be started. */
        NOT_STARTED
    }

    static HookResult absent() {
        return without(End.ABSENT, "");
    }

    static HookResult without(End end, String output) {
        return new HookResult(end, -1, output, Duration.ZERO);
    }

    /** How it ended, in a few words. */
    String words() {
        return switch (end) {
            case EXITED -> "exit code " + exit;
            case ABSENT -> "there is no such hook";
            case TIMED_OUT -> "ended because it was too slow";
            case ENDED_BY_NEWER, REPLACED_BY_NEWER -> "a newer order came";
            case NOT_STARTED -> "could not be started";
        };
    }

    /** Whether what the hook should do has been done, or there was nothing to do. */
    boolean succeeded() {
        return end == End.ABSENT || (end == End.EXITED && exit == 0);
    }

    /** Whether the hook itself is at fault; one that a newer order ended or replaced is not. */
    boolean failed() {
        return !succeeded() && end != End.ENDED_BY_NEWER && end != End.REPLACED_BY_NEWER;
    }
}
