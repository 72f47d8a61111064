package io.fairlead.agent.keeper;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands in the file of a turn. Each note has the same length, so that a new one replaces an older whole. */
sealed interface TurnNote {
    /** In bytes, all of them ASCII. */
    int LENGTH = 128;

    /** A hook runs. */
    record Runs(RunningHook running) implements TurnNote {
        @Override
        public String words() {
            return "hook " + running.mark()
                    + (running.pid().isPresent() ? " pid " + running.pid().getAsLong() : "");
        }
    }

    /**
     * A keeper has laid a role down for its agent, which stood still.
     *
     * @param agent which run of the agent
     * @param token of the role
     */
    record LaidDown(String agent, long token) implements TurnNote {
        @Override
        public String words() {
            return "agent " + agent + " token " + token;
        }
    }

    /** No hook runs. */
    record Nothing() implements TurnNote {
        @Override
        public String words() {
            return "";
        }
    }

    /** The note without what fills it up. */
    String words();

    /** The hook that it tells of. */
    default Optional<RunningHook> hook() {
        return this instanceof Runs runs ? Optional.of(runs.running()) : Optional.empty();
    }

    /** As it stands in the file. */
    default String text() {
        String words = words();
        return words + " ".repeat(LENGTH - 1 - words.length()) + "\n";
    }

    /** What such a text says; {@link Nothing} for any other. */
    static TurnNote read(String text) {
        Matcher runs = Words.RUNS.matcher(text.strip());
        if (runs.matches()) {
            String pid = runs.group(2);
            return new Runs(new RunningHook(
                    pid == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid)), runs.group(1)));
        }
        Matcher laidDown = Words.LAID_DOWN.matcher(text.strip());
        return laidDown.matches() ? new LaidDown(laidDown.group(1), Long.parseLong(laidDown.group(2))) : new Nothing();
    }

    /** How the notes read. */
    final class Words {
        private static final Pattern RUNS = Pattern.compile("hook (\\S{1,64})(?: pid (\\d{1,18}))?");
        private static final Pattern LAID_DOWN = Pattern.compile("agent (\\S{1,64}) token (\\d{1,18})");

        private Words() {}
    }
}
