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
        /** Whoever watches the role has run it already, with success, while this process stood still. */
        RUN_BY_KEEPER,
        /** It ran out of time and was ended with all its children. */
        TIMED_OUT,
        /** Its thread was interrupted, and it was killed with all its children. */
        INTERRUPTED,
        /** It could not be started. */
        NOT_STARTED
    }

    static HookResult absent() {
        return without(End.ABSENT, "");
    }

    static HookResult without(End end, String output) {
        return new HookResult(end, -1, output, Duration.ZERO);
    }

    HookResult saying(String other) {
        return new HookResult(end, exit, other, took);
    }

    /** How it ended, in a few words. */
    String words() {
        return switch (end) {
            case EXITED -> "exit code " + exit;
            case ABSENT -> "there is no such hook";
            case RUN_BY_KEEPER -> "run by the keeper while this agent stood still";
            case TIMED_OUT -> "ended because it was too slow";
            case INTERRUPTED -> "killed before it ended";
            case NOT_STARTED -> "could not be started";
        };
    }

    /** Whether what the hook should do has been done, or there was nothing to do. */
    boolean succeeded() {
        return end == End.ABSENT || end == End.RUN_BY_KEEPER || (end == End.EXITED && exit == 0);
    }

    /** Whether it should have done something and did not. */
    boolean failed() {
        return !succeeded();
    }

    /** How it ended and what it printed, on one line of a log and as far as that is readable. */
    String account() {
        StringBuilder line = new StringBuilder();
        output.strip()
                .codePoints()
                .forEach(c -> line.append(c == '\n' ? " | " : Character.isISOControl(c) ? "?" : Character.toString(c)));
        return words() + (line.isEmpty() ? "" : "; it said: " + line);
    }
}
