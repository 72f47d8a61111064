package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Standbys that rehearse, with a manager, agents and hooks that are all processes of their own. */
@EnabledOnOs(OS.LINUX)
class DrillsOnOneMachineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void standbysRehearseInTurnAndWhoPassesWhoFailsAndWhoTakesTooLongIsShownWhileThePrimaryStays() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "true")) {
                first.awaitLine("agent ready on ");
                List<String> begun =
                        List.of("demote START ", "prepare PREPARE BOOTSTRAP", "promote PROMOTED BOOTSTRAP");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ran("gw-1")).isEqualTo(begun));
                try (Child passes = agent(url, "gw-2", "true");
                        Child fails = agent(url, "gw-3", "echo no disk; exit 3");
                        Child hangs = agent(url, "gw-4", "exec sleep 1000")) {
                    List.of(passes, fails, hangs).forEach(standby -> standby.awaitLine("agent ready on "));
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(called("drills", url))
                                    .containsPattern("gw-2 +passed")
                                    .containsPattern("gw-3 +failed +prepare .* gw-3 could not get ready")
                                    .containsPattern("gw-4 +failed +prepare .* gw-4 did not get ready in time")
                                    .doesNotContain("running"));
                    assertThat(called("status", url))
                            .contains("line-1: gw-1 is primary")
                            .contains("drill: gw-3: ")
                            .contains("drill: gw-4: ")
                            .doesNotContain("drill: gw-2");
                    assertThat(ran("gw-1")).isEqualTo(begun);
                    // Whoever was last has failed before it has tidied up.
                    for (String standby : List.of("gw-2", "gw-3", "gw-4")) {
                        await().atMost(PATIENCE)
                                .untilAsserted(() -> assertThat(ran(standby))
                                        .as(standby)
                                        .containsExactly(
                                                "demote START ", "prepare PREPARE DRILL", "cleanup CLEANUP DRILL"));
                    }
                    assertThat(List.of(first, passes, fails, hangs)).allMatch(Child::isAlive);
                }
            }
        }
    }

    /** Nobody has rehearsed yet, so each standby's turn is now, however long it has until the next. */
    private Child manager() throws IOException {
        DateTimeFormatter minutes = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
        LocalTime now = LocalTime.now(ZoneId.systemDefault());
        String window = minutes.format(now.minusHours(1)) + "-" + minutes.format(now.plusHours(1));
        Path config = Files.writeString(folder.resolve("manager.yaml"), """
                timing: fast
                groups:
                  line-1:
                    sample-interval: 500ms
                    prepare-timeout: 3s
                    drill: { every: 1h, window: "%s" }
                """.formatted(window));
        return Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString());
    }

    /** An agent whose hooks write down what they were told; its prepare then does as it is told. */
    private Child agent(String url, String node, String prepare) throws IOException {
        Map<String, String> scripts =
                Map.of("prepare", prepare, "promote", "true", "demote", "true", "cleanup", "true");
        Path hooks = AgentChild.hooks(folder.resolve(node), "${0##*/} $FAIRLEAD_REASON $FAIRLEAD_CAUSE", scripts);
        return AgentChild.withHooks(folder, url, node, hooks);
    }

    private static String called(String command, String url) {
        return Called.with(command, "line-1", "--manager", url).out();
    }

    private List<String> ran(String node) {
        Path file = folder.resolve(node).resolve("ran");
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
