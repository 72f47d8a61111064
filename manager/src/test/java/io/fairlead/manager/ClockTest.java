package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wall clocks that jump or are wrong, before a manager that is a process of its own. */
final class ClockTest {

    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    // Field case D04 a, b
    @ParameterizedTest
    @ValueSource(longs = {30, -30})
    void aWallClockThatJumpsInTheCooldownChangesNoDecisionNorDoesARestartAfterIt(long minutes) throws Exception {
        List<JsonNode> usual = day(folder.resolve("usual"), Duration.ZERO, false);
        assertThat(usual.stream()
                        .filter(decision -> decision.path("reason").asText().equals("COOLDOWN")))
                .as("rounds in the cooldown, without which this shows nothing")
                .hasSizeGreaterThan(10);
        assertThat(usual.stream()
                        .filter(decision -> decision.path("cause").asText().equals("PREFERENCE")))
                .hasSizeGreaterThan(1);
        assertThat(usual.stream()
                        .filter(decision -> decision.path("cause").asText().equals("FAILOVER")))
                .hasSize(1);
        assertThat(day(folder.resolve("jumped"), Duration.ofMinutes(minutes), false))
                .isEqualTo(usual);
        assertThat(day(folder.resolve("restarted"), Duration.ofMinutes(minutes), true))
                .isEqualTo(usual);
    }

    /**
     * Five nodes. The primary gets busy, so that the role moves and the cooldown begins; in it the clock jumps and the new
     * primary gets busy too. Later the primary is killed, 20 s after the clock has jumped once more.
     */
    private static List<JsonNode> day(Path data, Duration jump, boolean restart) throws Exception {
        Fleet fleet = Fleet.steady(5, ROUND);
        List<JsonNode> decisions = new ArrayList<>();
        try (DrivenProcess manager = new DrivenProcess(data, ROUND)) {
            for (int round = 1; round <= 180; round++) {
                if (round == 70) {
                    fleet.cpu("gw-1", 80);
                }
                if (round == 85) {
                    fleet.cpu(fleet.primary(), 80);
                }
                if (round == 90 || round == 156) {
                    decisions.addAll(decisions(manager, decisions.size()));
                    manager.shiftWallClock(jump);
                    if (restart) {
                        manager.killAndRestart();
                    }
                }
                if (round == 160) {
                    fleet.down(fleet.primary(), true);
                }
                fleet.live(round);
                fleet.beat(manager);
                manager.advance(ROUND);
            }
            decisions.addAll(decisions(manager, 155));
        }
        return decisions;
    }

    private static List<JsonNode> decisions(DrivenProcess manager, long after) throws Exception {
        List<JsonNode> decisions = new ArrayList<>();
        for (JsonNode decision : MAPPER.readTree(manager.get("/v1/groups/line-1/decisions?limit=100&after=" + after))
                .path("decisions")) {
            // Both are made from the wall clock, for people and above all earlier ones.
            decisions.add(((ObjectNode) decision).without(List.of("time", "token")));
        }
        return decisions;
    }

    // Field case D04 c, d
    @Test
    void nodesWhoseClocksAreOffLiveAndTheManagerShowsByHowMuch() throws Exception {
        Fleet fleet = Fleet.steady(5, ROUND);
        fleet.clockAhead("gw-1", Duration.ofSeconds(27));
        fleet.clockAhead("gw-2", Duration.ofSeconds(-27));
        fleet.clockAhead("gw-3", Duration.ofSeconds(1));
        fleet.clockAhead("gw-4", Duration.ofDays(4_000_000));
        try (DrivenProcess manager = new DrivenProcess(folder.resolve("skewed"), ROUND)) {
            for (int round = 1; round <= 80; round++) {
                fleet.live(round);
                fleet.beat(manager);
                manager.advance(ROUND);
            }
            JsonNode group = MAPPER.readTree(manager.get("/v1/groups/line-1"));
            assertThat(group.path("last_change").path("cause").asText()).isEqualTo("BOOTSTRAP");
            List<String> shown = new ArrayList<>();
            for (JsonNode node : group.path("nodes")) {
                assertThat(node.path("heartbeat_age_ms").longValue()).isEqualTo(ROUND.toMillis());
                shown.add(node.path("node").asText() + " " + node.path("state").asText() + " "
                        + node.path("clock_skew_ms"));
            }
            assertThat(shown)
                    .containsExactly(
                            "gw-1 alive 27000",
                            "gw-2 alive -27000",
                            "gw-3 alive 1000",
                            "gw-4 alive null",
                            "gw-5 alive 0");
        }
    }
}
