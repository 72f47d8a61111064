package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A day of ten nodes before a manager that is a process of its own, which is killed (SIGKILL) again and again. */
final class DayTest {

    private static final Duration ROUND = Duration.ofSeconds(15);
    private static final long ROUNDS = Duration.ofDays(1).dividedBy(ROUND);
    private static final int NODES = 10;
    private static final int PAGE = 60;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void aDayWithFiveKillsComesToTheSameDecisionsAsOneWithoutBitForBit() throws Exception {
        SortedSet<Long> kills = moments(5, 20_261);
        int killed = 0;
        int changes = 0;
        ExecutorService second = Executors.newSingleThreadExecutor();
        try (DrivenProcess calm = new DrivenProcess(folder.resolve("calm"), ROUND);
                DrivenProcess struck = new DrivenProcess(folder.resolve("struck"), ROUND)) {
            Fleet beforeCalm = Fleet.restless(NODES, 7, ROUND);
            Fleet beforeStruck = Fleet.restless(NODES, 7, ROUND);
            long seen = 0;
            for (long round = 1; round <= ROUNDS; round++) {
                long number = round;
                Future<Boolean> other = second.submit(() -> round(beforeCalm, calm, number));
                round(beforeStruck, struck, round);
                other.get();
                // A primary's silence begins anew with a restart, so it must not be in the middle of one.
                boolean kill = !kills.isEmpty() && round >= kills.first() && isHeld(beforeStruck, struck);
                if (kill || round % PAGE == 0 || round == ROUNDS) {
                    String expected = page(calm, seen);
                    assertThat(page(struck, seen)).isEqualTo(expected);
                    changes += count(expected, "\"kind\":\"switch\"");
                    seen = round;
                }
                if (kill) {
                    kills.remove(kills.first());
                    struck.killAndRestart();
                    killed++;
                    // What was decided since the last snapshot is told again, bit for bit.
                    assertThat(struck.get("/v1/groups/line-1/decisions/" + round))
                            .isEqualTo(calm.get("/v1/groups/line-1/decisions/" + round));
                }
            }
            assertThat(beforeStruck.highestToken()).isEqualTo(beforeCalm.highestToken());
            second.shutdown();
            assertThat(struck.log()).doesNotContain("come out differently").doesNotContain("cut off");
        }
        assertThat(killed).isEqualTo(5);
        assertThat(changes)
                .as("changes of primary, without which this shows nothing")
                .isGreaterThan(10);
    }

    /**
     * What then must hold: no change of primary that was decided is lost, the token never falls, and whoever was primary
     * is. Samples that were answered in the round and not yet evaluated are lost, as if those heartbeats had carried none.
     */
    @Test
    void aKillInTheMiddleOfARoundLosesNoDecisionAndNoToken() throws Exception {
        Random random = new Random(4);
        try (DrivenProcess manager = new DrivenProcess(folder.resolve("middle"), ROUND)) {
            Fleet fleet = Fleet.restless(NODES, 7, ROUND);
            int killed = 0;
            for (long round = 1; round <= 400; round++) {
                fleet.live(round);
                if (round % 70 == 40) {
                    int answered = random.nextInt(NODES + 1);
                    fleet.beat(manager, 0, answered);
                    manager.advance(Duration.ofMillis(random.nextInt(3_000)));
                    JsonNode before = group(manager);
                    List<String> changes = changes(manager);
                    manager.killAndRestart();
                    killed++;
                    JsonNode after = group(manager);
                    assertThat(after.path("primary").path("node"))
                            .isEqualTo(before.path("primary").path("node"));
                    assertThat(after.path("token")).isEqualTo(before.path("token"));
                    assertThat(after.path("round")).isEqualTo(before.path("round"));
                    assertThat(changes(manager)).isEqualTo(changes);
                    fleet.beat(manager, answered, NODES);
                } else {
                    fleet.beat(manager);
                }
                halves(fleet, manager);
                assertThat(fleet.newestToken()).isEqualTo(fleet.highestToken());
            }
            assertThat(killed).isEqualTo(6);
            assertThat(changes(manager)).hasSizeGreaterThan(3);
        }
    }

    private static boolean round(Fleet fleet, DrivenProcess manager, long round) throws Exception {
        fleet.live(round);
        fleet.beat(manager);
        halves(fleet, manager);
        return true;
    }

    /** The rest of a round. A role lasts for less than a round, so that a restart is over within one. */
    private static void halves(Fleet fleet, DrivenProcess manager) throws Exception {
        manager.advance(ROUND.dividedBy(2));
        fleet.beat(manager);
        manager.advance(ROUND.dividedBy(2));
    }

    private static boolean isHeld(Fleet fleet, DrivenProcess manager) throws Exception {
        JsonNode group = group(manager);
        return group.path("primary").path("node").asText("").equals(fleet.primary())
                && group.path("handover").path("step").asText().equals("steady");
    }

    private static JsonNode group(DrivenProcess manager) throws Exception {
        return MAPPER.readTree(manager.get("/v1/groups/line-1"));
    }

    private static List<String> changes(DrivenProcess manager) throws Exception {
        List<String> changes = new ArrayList<>();
        MAPPER.readTree(manager.get("/v1/groups/line-1/decisions?changes=true&limit=10"))
                .path("decisions")
                .forEach(change -> changes.add(change.toString()));
        return changes;
    }

    private static String page(DrivenProcess manager, long after) throws Exception {
        return manager.get("/v1/groups/line-1/decisions?after=" + Math.max(0, after - 1) + "&limit=" + 2 * PAGE);
    }

    private static int count(String text, String what) {
        return text.split(what, -1).length - 1;
    }

    private static SortedSet<Long> moments(int count, long seed) {
        Random random = new Random(seed);
        SortedSet<Long> moments = new TreeSet<>();
        while (moments.size() < count) {
            moments.add((long) random.nextInt((int) ROUNDS - 100));
        }
        return moments;
    }
}
