package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.cli.Child;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a network, a kill and a clock can do to a group, on hosts of its own. */
class FaultsOnSeveralHostsTest {

    @TempDir
    Path folder;

    /** What is lost between a node and its manager. */
    private enum Lost {
        THE_BEATS,
        THE_ANSWERS,
        BOTH,
        THE_CABLE;

        void lose(Namespaces hosts, String node) {
            switch (this) {
                case THE_BEATS -> hosts.cut(node, "manager");
                case THE_ANSWERS -> hosts.cut("manager", node);
                case BOTH -> hosts.part(node, "manager");
                case THE_CABLE -> hosts.unplug(node);
            }
        }

        void find(Namespaces hosts, String node) {
            switch (this) {
                case THE_BEATS -> hosts.heal(node, "manager");
                case THE_ANSWERS -> hosts.heal("manager", node);
                case BOTH -> hosts.join(node, "manager");
                case THE_CABLE -> hosts.plug(node);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPrimaryThatIsCutOffHasLaidItsRoleDownBeforeAnotherIsPromoted(Lost lost) throws IOException {
        try (Pair pair = new Pair(folder, "6s")) {
            pair.node("gw-1", Map.of());
            pair.node("gw-2", Map.of());
            pair.awaitEvent("gw-1 promote PROMOTED");

            lost.lose(pair.hosts, "gw-1");
            pair.awaitEvent("gw-2 promote PROMOTED");
            List<String> order = List.of("gw-1 promote PROMOTED", "gw-1 demote LEASE_LOST", "gw-2 promote PROMOTED");
            assertThat(pair.events()).isEqualTo(order);

            lost.find(pair.hosts, "gw-1");
            pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            pair.awaitRounds(4);
            assertThat(pair.events()).as("nobody takes a role back by itself").isEqualTo(order);
        }
    }

    @Test
    void aCableThatIsOutForLessThanTheLeaseChangesNothing() throws IOException {
        try (Pair pair = new Pair(folder, "20s")) {
            pair.node("gw-1", Map.of());
            pair.node("gw-2", Map.of());
            pair.awaitEvent("gw-1 promote PROMOTED");
            for (int i = 0; i < 3; i++) {
                pair.hosts.unplug("gw-1");
                pair.awaitGroup(
                        "gw-1 is late",
                        group -> Pair.node(group, "gw-1").path("state").asText().equals("late"));
                pair.hosts.plug("gw-1");
                pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            }
            pair.awaitRounds(4);
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
        }
    }

    @Test
    void aManagerThatIsKilledAndStartedAgainLeavesThePrimaryAsItIs() throws IOException {
        try (Pair pair = new Pair(folder, "20s")) {
            pair.node("gw-1", Map.of());
            pair.node("gw-2", Map.of());
            pair.awaitEvent("gw-1 promote PROMOTED");
            JsonNode before = pair.awaitGroup("gw-1 holds the role", FaultsOnSeveralHostsTest::gw1HoldsIt);

            pair.killManagerAndStartIt();
            JsonNode after = pair.awaitGroup(
                    "both nodes are heard again",
                    group -> isAlive(group, "gw-1") && isAlive(group, "gw-2") && gw1HoldsIt(group));
            pair.awaitRounds(4);
            assertThat(after.path("primary").path("token"))
                    .isEqualTo(before.path("primary").path("token"));
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
        }
    }

    @Test
    void aClockThatIsSetChangesNothing() throws IOException {
        Path offset = Files.writeString(folder.resolve("offset"), "+0\n");
        Map<String, String> otherClock = Map.of(
                "LD_PRELOAD",
                fakeClock().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                offset.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                // Only a wall clock can be set.
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1");
        try (Pair pair = new Pair(folder, "4s")) {
            Child primary = pair.node("gw-1", otherClock);
            pair.node("gw-2", Map.of());
            pair.awaitEvent("gw-1 promote PROMOTED");
            for (int seconds : new int[] {1_800, -1_800, 27, -27}) {
                Files.writeString(offset, (seconds < 0 ? "" : "+") + seconds + "\n");
                pair.awaitGroup("the manager sees a skew of " + seconds + " s", group -> {
                    double skew = Pair.node(group, "gw-1").path("clock_skew_ms").doubleValue();
                    return Math.abs(skew - seconds * 1_000.0) < 5_000;
                });
                // More than a lease and what a manager waits beyond it.
                pair.awaitRounds(10);
            }
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
            assertThat(primary.isAlive()).isTrue();
        }
    }

    private static boolean isAlive(JsonNode group, String node) {
        return Pair.node(group, node).path("state").asText().equals("alive");
    }

    private static boolean gw1HoldsIt(JsonNode group) {
        return Pair.node(group, "gw-1").path("reported_role").asText().equals("primary");
    }

    /** The library that sets another clock for one process. */
    private static Path fakeClock() throws IOException {
        Optional<Path> found = Optional.empty();
        if (Files.isDirectory(Path.of("/usr/lib"))) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of("/usr/lib"))) {
                for (Path one : folders) {
                    Path library = one.resolve("faketime/libfaketimeMT.so.1");
                    found = Files.exists(library) ? Optional.of(library) : found;
                }
            }
        }
        if (found.isEmpty()) {
            String why = "SKIPPED: clocks that are set need libfaketime (Debian: apt-get install faketime)";
            System.err.println(why);
            Assumptions.abort(why);
        }
        return found.orElseThrow();
    }
}
