package io.fairlead.agent.keeper;

import io.fairlead.client.role.RoleReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line from the agent to its keeper; each tells everything, so that only the newest counts.
 *
 * @param said what the agent says of its node
 * @param times for a node that is kept: when the role is to be laid down
 * @param hook for a node that is kept: the hook that runs and has to be ended before the demote
 * @param environment for a node that is kept: of the demote hook
 */
record KeeperLine(Said said, Times times, Optional<RunningHook> hook, SortedMap<String, String> environment) {

    /**
     * The times of a role.
     *
     * @param leftMs in how many milliseconds the role is to be laid down
     * @param uptimeMs the same as a time since boot, where the system tells it
     * @param limitMs how many milliseconds the demote hook may take, and the fence after it
     */
    record Times(long leftMs, OptionalLong uptimeMs, long limitMs) {
        static final Times NONE = new Times(0, OptionalLong.empty(), 0);
    }

    private static final int FIXED = 6;
    private static final String REASON = "FAIRLEAD_REASON";

    /** What an agent says. */
    enum Said {
        /** It is primary, or lays the role down. */
        PRIMARY,
        /** The same in a group with a single writer: what runs after a demote may write until a fence has ended it. */
        WRITER,
        /** Its demote has succeeded, and what still runs may write until the time is over. */
        DRAINING,
        /** A single writer is being stopped for sure: nothing that runs on it is to be waited for. */
        CUTTING,
        STANDBY,
        BYE;

        /** Whether there is something that the keeper would have to end. */
        boolean isKept() {
            return this != STANDBY && this != BYE;
        }
    }

    static KeeperLine of(Said said) {
        return new KeeperLine(said, Times.NONE, Optional.empty(), new TreeMap<>());
    }

    KeeperLine as(Said other) {
        return new KeeperLine(other, times, hook, environment);
    }

    /** The same with another reason for what runs. */
    KeeperLine because(RoleReason reason) {
        SortedMap<String, String> other = new TreeMap<>(environment);
        other.put(REASON, reason.name());
        return new KeeperLine(said, times, hook, other);
    }

    /** Throws {@link IllegalArgumentException} for variables that do not fit into a line. */
    static SortedMap<String, String> checked(Map<String, String> environment) {
        environment.forEach((name, value) -> {
            if (!name.matches("[A-Z_]+") || value.chars().anyMatch(c -> c < ' ' || c == 127)) {
                throw new IllegalArgumentException("variable " + name + " has a control character in it");
            }
        });
        return new TreeMap<>(environment);
    }

    String text() {
        if (!said.isKept()) {
            return said.name();
        }
        List<String> words = new ArrayList<>();
        words.add(said.name());
        words.add(Long.toString(times.leftMs()));
        words.add(number(times.uptimeMs()));
        words.add(Long.toString(times.limitMs()));
        words.add(number(hook.map(RunningHook::pid).orElse(OptionalLong.empty())));
        words.add(hook.map(RunningHook::mark).orElse("-"));
        environment.forEach((name, value) -> words.add(name + "=" + value));
        return String.join("\t", words);
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
    }

    private static OptionalLong number(String word) {
        return word.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(word));
    }

    /** Empty for a text that is no such line: half of one, since the agent was killed while it wrote. */
    static Optional<KeeperLine> read(String text) {
        String[] words = text.split("\t", -1);
        try {
            Said said = Said.valueOf(words[0]);
            if (!said.isKept()) {
                return Optional.of(of(said));
            }
            if (words.length < FIXED) {
                return Optional.empty();
            }
            SortedMap<String, String> environment = new TreeMap<>();
            for (String variable : Arrays.asList(words).subList(FIXED, words.length)) {
                int at = variable.indexOf('=');
                environment.put(variable.substring(0, at), variable.substring(at + 1));
            }
            return Optional.of(new KeeperLine(
                    said,
                    new Times(Long.parseLong(words[1]), number(words[2]), Long.parseLong(words[3])),
                    words[5].equals("-") ? Optional.empty() : Optional.of(new RunningHook(number(words[4]), words[5])),
                    environment));
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
