package io.fairlead.agent.keeper;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SortedMap;

/** What a keeper says, on the standard error that it shares with its agent and in the form of the agent's log. */
final class KeeperLog {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private KeeperLog() {}

    /** Something that somebody should look at. */
    static void warn(String words) {
        System.err.println(TIME.format(Instant.now()) + " WARN  fairlead keeper: " + words);
    }

    /** The same, about the node that a hook's environment names. */
    static void warn(SortedMap<String, String> environment, String words) {
        warn("node " + environment.getOrDefault("FAIRLEAD_NODE", "?") + " of group "
                + environment.getOrDefault("FAIRLEAD_GROUP", "?") + ": " + words);
    }
}
