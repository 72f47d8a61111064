package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.cli.Child;
import io.fairlead.cli.netns.Sightings.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a network, a kill and a clock can do to a group, on hosts of its own. */
class FaultsOnSeveralHostsTest {
    private static final List<String> TAKEN_OVER =
            List.of("gw-1 promote PROMOTED", "gw-1 demote LEASE_LOST", "gw-2 promote PROMOTED");

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
        try (Pair pair = new Pair(folder, Pair.Settings.lease("3s"))) {
            pair.start(Map.of());

            lost.lose(pair.hosts, "gw-1");
            pair.awaitEvent("gw-2 promote PROMOTED");
            assertThat(pair.events()).isEqualTo(TAKEN_OVER);

            lost.find(pair.hosts, "gw-1");
            pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            pair.awaitRounds(4);
            assertThat(pair.events()).as("nobody takes a role back by itself").isEqualTo(TAKEN_OVER);
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aPrimaryThatReachesTheOthersButNoManagerStaysPrimaryAndOneThatReachesNobodyDoesNot() throws IOException {
        try (Pair pair = new Pair(folder, new Pair.Settings("{lease: 3s}", true, ""))) {
            pair.start(Map.of());
            pair.awaitRounds(2);

            pair.hosts.part("gw-1", "manager");
            // Three leases.
            pair.awaitProbing(Duration.ofSeconds(9));
            pair.awaitSighting("gw-1 is primary still", "gw-1", Sighting::isPrimary);
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");

            pair.hosts.unplug("gw-1");
            pair.awaitEvent("gw-2 promote PROMOTED");
            assertThat(pair.events()).isEqualTo(TAKEN_OVER);

            pair.hosts.join("gw-1", "manager");
            pair.hosts.plug("gw-1");
            pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
            assertThat(pair.events()).isEqualTo(TAKEN_OVER);
        }
    }

    @Test
    void aPrimaryWithPromisesOutlivesItsManager() throws IOException {
        try (Pair pair = new Pair(folder, new Pair.Settings("{lease: 3s}", true, ""))) {
            pair.start(Map.of());
            pair.awaitRounds(2);
            pair.killManager();
            pair.awaitProbing(Duration.ofSeconds(9));
            pair.startManagerAgain();
            pair.awaitGroup(
                    "both nodes are heard again",
                    group -> isAlive(group, "gw-1") && isAlive(group, "gw-2") && gw1HoldsIt(group));
            pair.awaitRounds(4);
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aCableThatIsOutForLessThanTheLeaseChangesNothing() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("12s"))) {
            pair.start(Map.of());
            for (int i = 0; i < 3; i++) {
                pair.hosts.unplug("gw-1");
                pair.awaitProbing(Duration.ofSeconds(1));
                pair.hosts.plug("gw-1");
                pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            }
            pair.awaitRounds(4);
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
        }
    }

    @Test
    void aManagerThatIsKilledAndStartedAgainLeavesThePrimaryAsItIs() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("12s"))) {
            pair.start(Map.of());
            JsonNode before = pair.awaitGroup("gw-1 holds the role", FaultsOnSeveralHostsTest::gw1HoldsIt);

            pair.killManager();
            pair.startManagerAgain();
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
    void anAgentThatStoodStillIsNoPrimaryFromTheMomentItGoesOn() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.fast())) {
            pair.start(Map.of());
            Child frozen = pair.agent("gw-1");
            pair.hosts.freeze(frozen);
            pair.awaitEvent("gw-2 promote PROMOTED");
            pair.hosts.thaw(frozen);
            pair.awaitSighting("gw-1 answers as a standby", "gw-1", seen -> seen.token() == 0);
            pair.awaitEvent("gw-1 demote LEASE_LOST");
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();

            // Killed, the other one is followed as well.
            pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            pair.agent("gw-2").kill();
            pair.awaitSighting("gw-1 is primary again", "gw-1", Sighting::isPrimary);
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aServiceThatIsKilledCostsItsNodeTheRole() throws IOException {
        Path service = folder.resolve("service.pid");
        try (Pair pair = new Pair(folder, Pair.Settings.fast())) {
            pair.hook("gw-1", "prepare", "sleep 1000 >/dev/null 2>&1 &\necho $! >" + service + "\n");
            pair.hook("gw-1", "health", "[ ! -e " + service + " ] || kill -0 $(cat " + service + ")\n");
            pair.node("gw-1", Map.of(), "--health", "every=300ms,timeout=250ms,rise=2,fall=3");
            pair.node("gw-2", Map.of());
            pair.awaitEvent("gw-1 promote PROMOTED");
            long pid = Long.parseLong(Files.readString(service).strip());
            assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly))
                    .contains(true);
            pair.awaitEvent("gw-2 promote PROMOTED");
            assertThat(pair.events())
                    .containsExactly("gw-1 promote PROMOTED", "gw-1 demote DEMOTED", "gw-2 promote PROMOTED");
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aClockThatIsSetChangesNothing() throws IOException {
        Path offset = Files.writeString(folder.resolve("offset"), "+0\n");
        Map<String, String> otherClock = FakeClock.in(offset);
        try (Pair pair = new Pair(folder, Pair.Settings.lease("4s"))) {
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
}
