package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager that is a process of its own on a disk that is really full. */
final class FullDiskTest {

    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private final Fleet fleet = Fleet.steady(4, ROUND);
    private long round;

    @Test
    void failoversGoOnChangesForLoadWaitAndOnceThereIsRoomNothingIsMissing() throws Exception {
        Optional<SmallDisk> mounted = SmallDisk.on(folder, 2_048);
        assumeTrue(mounted.isPresent(), "SKIPPED: this system lets nobody mount a small disk, so none can be filled");
        try (SmallDisk disk = mounted.get();
                DrivenProcess manager =
                        new DrivenProcess(folder.resolve("data"), ROUND, disk.wrapper(), Path.of(folder + ".log"))) {
            rounds(manager, 100);
            assertThat(group(manager, "primary", "node")).isEqualTo("gw-1");
            assertThat(journal(manager)).isEqualTo("ok");

            disk.fill();
            fleet.cpu("gw-1", 80);
            rounds(manager, 30);
            assertThat(journal(manager)).isEqualTo("No space left on device");
            assertThat(group(manager, "primary", "node")).isEqualTo("gw-1");
            assertThat(manager.get("/v1/groups/line-1/decisions?limit=40"))
                    .contains("\"kind\":\"would_switch\"")
                    .contains("long enough (held back: the journal cannot be written)");

            fleet.down("gw-1", true);
            rounds(manager, 8);
            String successor = group(manager, "primary", "node");
            assertThat(successor).isNotEqualTo("gw-1").isEqualTo(fleet.primary());
            assertThat(group(manager, "last_change", "cause")).isEqualTo("FAILOVER");
            long token = fleet.highestToken();

            // Even now it can be killed: it starts without room, and learns from the nodes what it could not write.
            manager.killAndRestart();
            assertThat(journal(manager)).isEqualTo("No space left on device");
            rounds(manager, 20);
            assertThat(group(manager, "primary", "node")).isEqualTo(successor);
            assertThat(fleet.primary()).isEqualTo(successor);
            assertThat(fleet.newestToken()).isEqualTo(token);

            long written = history(manager).get(history(manager).size() - 1);
            long decided = Long.parseLong(group(manager, "round"));
            assertThat(decided).isGreaterThan(written + 15);
            disk.free();
            rounds(manager, 2);
            assertThat(journal(manager)).isEqualTo("ok");
            rounds(manager, 1);
            assertThat(history(manager))
                    .as("what was decided without room")
                    .containsAll(
                            LongStream.rangeClosed(written, decided).boxed().toList());
            assertThat(manager.get("/v1/groups/line-1/history")).contains("\"gaps\":[]");
            manager.killAndRestart();
            assertThat(group(manager, "primary", "node")).isEqualTo(successor);
            assertThat(group(manager, "token")).isEqualTo(Long.toString(token));
            rounds(manager, 60);
            fleet.cpu(successor, 80);
            rounds(manager, 60);
            assertThat(group(manager, "last_change", "cause")).isEqualTo("PREFERENCE");
            // Once for each process that met it.
            assertThat(manager.log().lines().filter(line -> line.startsWith("ERROR")))
                    .hasSize(2)
                    .allMatch(line -> line.endsWith("cannot be written: No space left on device; failovers go on,"
                            + " changes for load wait until it can"));
        }
    }

    private void rounds(DrivenProcess manager, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            fleet.live(++round);
            fleet.beat(manager);
            manager.advance(ROUND);
        }
        fleet.live(++round);
        fleet.beat(manager);
    }

    private static String journal(DrivenProcess manager) throws Exception {
        JsonNode ready = MAPPER.readTree(manager.get("/health/ready"));
        assertThat(ready.path("status").asText()).isEqualTo("ready");
        return ready.path("journal").asText();
    }

    private static List<Long> history(DrivenProcess manager) throws Exception {
        List<Long> rounds = new ArrayList<>();
        JsonNode page = MAPPER.readTree(manager.get("/v1/groups/line-1/history?newest=true&limit=500"));
        page.path("rounds").forEach(round -> rounds.add(round.path("round").asLong()));
        return rounds;
    }

    private static String group(DrivenProcess manager, String... path) throws Exception {
        JsonNode found = MAPPER.readTree(manager.get("/v1/groups/line-1"));
        for (String field : path) {
            found = found.path(field);
        }
        return found.asText();
    }
}
