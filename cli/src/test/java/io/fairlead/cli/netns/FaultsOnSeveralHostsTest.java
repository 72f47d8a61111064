package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.cli.Child;
import io.fairlead.cli.netns.Sightings.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a network, a kill and a clock can do to a group, on hosts of its own. */
@Execution(ExecutionMode.CONCURRENT)
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

    @Test
    void aPrimaryThatIsCutOffHasLaidItsRoleDownBeforeAnotherIsPromoted() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("3s"))) {
            pair.start(Map.of());
            List<String> order = new ArrayList<>(List.of("gw-1 promote PROMOTED"));
            String primary = "gw-1";
            for (Lost lost : Lost.values()) {
                String cutOff = primary;
                String other = primary.equals("gw-1") ? "gw-2" : "gw-1";
                order.addAll(List.of(cutOff + " demote LEASE_LOST", other + " promote PROMOTED"));

                lost.lose(pair.hosts, cutOff);
                pair.awaitSighting(other + " is primary in spite of " + lost, other, Sighting::isPrimary);
                pair.awaitGroup("it works", group -> holdsIt(group, other));
                assertThat(pair.events()).as("%s", lost).isEqualTo(order);

                lost.find(pair.hosts, cutOff);
                pair.awaitGroup(cutOff + " is heard again", group -> isAlive(group, cutOff));
                pair.awaitRounds(4);
                assertThat(pair.events())
                        .as("nobody takes a role back by itself")
                        .isEqualTo(order);
                primary = other;
            }
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aPrimaryThatReachesTheOthersButNoManagerStaysPrimaryAndOneThatReachesNobodyDoesNot() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("6s").withFailsafe())) {
            pair.start(Map.of());

            pair.hosts.part("gw-1", "manager");
            // More than two leases.
            pair.awaitProbing(Duration.ofSeconds(14));
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
    void aPrimaryWithPromisesOutlivesItsManagerAndIsFoundByTheNextOne() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("6s").withFailsafe())) {
            pair.start(Map.of());
            JsonNode before = pair.awaitGroup("gw-1 holds the role", group -> holdsIt(group, "gw-1"));
            pair.killManager();
            pair.awaitProbing(Duration.ofSeconds(14));
            pair.startManagerAgain();
            JsonNode after = pair.awaitGroup(
                    "both nodes are heard again",
                    group -> isAlive(group, "gw-1") && isAlive(group, "gw-2") && holdsIt(group, "gw-1"));
            pair.awaitRounds(4);
            assertThat(after.path("primary").path("token"))
                    .isEqualTo(before.path("primary").path("token"));
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    // Field case D03, with the manager and the agents in one run
    @Test
    void anAgentThatStoodStillIsNoPrimaryFromTheMomentItGoesOn() throws IOException {
        try (Pair pair = new Pair(folder, Pair.Settings.lease("3s").exclusive())) {
            pair.start(Map.of());
            Child frozen = pair.agent("gw-1");
            pair.hosts.freeze(frozen);
            pair.awaitGroup("gw-2 works", group -> holdsIt(group, "gw-2"));
            pair.hosts.thaw(frozen);
            pair.awaitSighting("gw-1 answers as a standby", "gw-1", seen -> seen.token() == 0);
            pair.awaitEvent("gw-1 demote LEASE_LOST");
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();

            pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            assertThat(pair.primaries()).isIn(List.of("gw-1", "gw-2"), List.of("gw-1", "", "gw-2"));

            // Killed, the other one is followed as well.
            pair.agent("gw-2").kill();
            pair.awaitSighting("gw-1 is primary again", "gw-1", Sighting::isPrimary);
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    @Test
    void aServiceThatIsKilledCostsItsNodeTheRole() throws IOException {
        Path service = folder.resolve("service.pid");
        try (Pair pair = new Pair(folder, Pair.Settings.lease("3s").exclusive())) {
            pair.hook("gw-1", "prepare", "sleep 1000 >/dev/null 2>&1 &\necho $! >" + service + "\n");
            pair.hook("gw-1", "health", "[ ! -e " + service + " ] || kill -0 $(cat " + service + ")\n");
            pair.start(Map.of(), "--health", "every=500ms,timeout=400ms,rise=2,fall=3");
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
    void aCableThatIsOutForLessThanTheLeaseAndAClockThatIsSetChangeNothing() throws IOException {
        Path offset = Files.writeString(folder.resolve("offset"), "+0\n");
        Map<String, String> otherClock = FakeClock.in(offset);
        Path offsetOfTheManager = Files.writeString(folder.resolve("offset-manager"), "+0\n");
        try (Pair pair = new Pair(folder, Pair.Settings.lease("12s"), FakeClock.in(offsetOfTheManager))) {
            pair.node("gw-1", otherClock);
            pair.awaitEvent("gw-1 promote PROMOTED");
            pair.node("gw-2", Map.of());
            for (int i = 0; i < 2; i++) {
                pair.hosts.unplug("gw-1");
                pair.awaitProbing(Duration.ofSeconds(1));
                pair.hosts.plug("gw-1");
                pair.awaitGroup("gw-1 is heard again", group -> isAlive(group, "gw-1"));
            }
            // Each is more than the lease.
            for (int seconds : new int[] {1_800, -1_800, 27, -27}) {
                Files.writeString(offset, (seconds < 0 ? "" : "+") + seconds + "\n");
                pair.awaitGroup("the manager sees a skew of " + seconds + " s", group -> {
                    double skew = Pair.node(group, "gw-1").path("clock_skew_ms").doubleValue();
                    return Math.abs(skew - seconds * 1_000.0) < 5_000;
                });
                pair.awaitProbing(Duration.ofSeconds(1));
            }
            // The other way round: half an hour on, and back to half an hour before.
            Files.writeString(offset, "+0\n");
            for (int seconds : new int[] {1_800, -1_800}) {
                Files.writeString(offsetOfTheManager, (seconds < 0 ? "" : "+") + seconds + "\n");
                pair.awaitGroup("the manager's clock is off by " + seconds + " s", group -> {
                    double skew = Pair.node(group, "gw-2").path("clock_skew_ms").doubleValue();
                    return Math.abs(skew + seconds * 1_000.0) < 5_000;
                });
                pair.awaitProbing(Duration.ofSeconds(1));
            }
            assertThat(pair.events()).containsExactly("gw-1 promote PROMOTED");
            assertThat(pair.agent("gw-1").isAlive()).isTrue();
            assertThat(Sightings.contradictions(pair.sightings())).isEmpty();
        }
    }

    private static boolean isAlive(JsonNode group, String node) {
        return Pair.node(group, node).path("state").asText().equals("alive");
    }

    private static boolean holdsIt(JsonNode group, String node) {
        return Pair.node(group, node).path("reported_role").asText().equals("primary");
    }
}
