package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.Said;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program with a keeper, to be killed by a test: it does what each line of its input says, and answers with the keeper's
 * process.
 */
final class KeeperParent {
    private static final Map<String, String> DEMOTE = Map.of("FAIRLEAD_TOKEN", "7", "FAIRLEAD_REASON", "LEASE_LOST");

    private KeeperParent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Keeper keeper = Keeper.start(new Keeper.Place(
                Path.of(arguments[0]), arguments.length > 1 ? Optional.of(Path.of(arguments[1])) : Optional.empty()));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                if (words.length == 2) {
                    keeper.until(
                            Said.valueOf(words[0].toUpperCase(Locale.ROOT)),
                            Duration.ofMillis(Long.parseLong(words[1])),
                            new Keeper.Demote(Duration.ofSeconds(30), new TreeMap<>(DEMOTE)));
                } else if (line.equals("standby")) {
                    keeper.standby();
                } else if (line.equals("close")) {
                    keeper.close();
                }
                if (words.length == 2 && keeper.process().isPresent()) {
                    // Stopped before its keeper has the line, it would never say it.
                    keeper.awaitTold(Duration.ofSeconds(30));
                }
                System.out.println(keeper.process().map(ProcessHandle::pid).orElse(0L));
            }
        }
    }
}
