package io.fairlead.agent.keeper;

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
 * @param leftMs for a primary: in how many milliseconds the role is to be laid down
 * @param uptimeMs for a primary: the same as a time since boot, where the system tells it
 * @param hook for a primary: the hook that runs and has to be ended before the demote
 * @param environment for a primary: of the demote hook
 */
record KeeperLine(
        Said said,
        long leftMs,
        OptionalLong uptimeMs,
        Optional<RunningHook> hook,
        SortedMap<String, String> environment) {

    /** What an agent says. */
    enum Said {
        PRIMARY,
        STANDBY,
        BYE
    }

    /** A hook of the agent, by its process and the mark that its family carries. */
    record RunningHook(long pid, String mark) {}

    static KeeperLine of(Said said) {
        return new KeeperLine(said, 0, OptionalLong.empty(), Optional.empty(), new TreeMap<>());
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
        if (said != Said.PRIMARY) {
            return said.name();
        }
        List<String> words = new ArrayList<>();
        words.add(said.name());
        words.add(Long.toString(leftMs));
        words.add(uptimeMs.isPresent() ? Long.toString(uptimeMs.getAsLong()) : "-");
        words.add(hook.map(h -> Long.toString(h.pid())).orElse("-"));
        words.add(hook.map(RunningHook::mark).orElse("-"));
        environment.forEach((name, value) -> words.add(name + "=" + value));
        return String.join("\t", words);
    }

    /** Empty for a text that is no such line: half of one, since the agent was killed while it wrote. */
    static Optional<KeeperLine> read(String text) {
        String[] words = text.split("\t", -1);
        try {
            Said said = Said.valueOf(words[0]);
            if (said != Said.PRIMARY) {
                return Optional.of(of(said));
            }
            if (words.length < 5) {
                return Optional.empty();
            }
            SortedMap<String, String> environment = new TreeMap<>();
            for (String variable : Arrays.asList(words).subList(5, words.length)) {
                int at = variable.indexOf('=');
                environment.put(variable.substring(0, at), variable.substring(at + 1));
            }
            return Optional.of(new KeeperLine(
                    said,
                    Long.parseLong(words[1]),
                    words[2].equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(words[2])),
                    words[3].equals("-")
                            ? Optional.empty()
                            : Optional.of(new RunningHook(Long.parseLong(words[3]), words[4])),
                    environment));
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
