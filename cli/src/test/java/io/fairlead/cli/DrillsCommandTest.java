package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DrillsCommandTest {

    private static final String DRILLS = """
            {"group": "line-1",
             "settings": {"every_ms": 604800000, "window": "02:00-04:00", "zone": "Europe/Berlin"},
             "drills": [
              {"number": 7, "time": "2026-01-01T01:00:05.250Z", "node": "gw-2", "result": "failed", "step": "prepare",
               "reason": "PREPARE_TIMED_OUT", "words": "gw-2 did not get ready in time", "took_ms": 30100},
              {"number": 8, "time": "2026-01-01T01:00:40Z", "node": "gw-3", "result": "running", "step": null,
               "reason": null, "words": "gw-3 rehearses", "took_ms": null}]}
            """;

    private final FakeManager manager = new FakeManager();

    @AfterEach
    void stop() {
        manager.close();
    }

    private Called called(String answer, String... more) {
        manager.answer("/v1/groups/line-1/drills", answer);
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"drills", "line-1", "--manager", manager.url()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return Called.with(arguments);
    }

    @Test
    void eachDrillIsARowWithWhatCameOfIt() {
        Called called = called(DRILLS);
        assertThat(called.err()).isEmpty();
        assertThat(called.code()).isZero();
        assertThat(called.out()).isEqualTo("""
                line-1: each standby every 7d, between 02:00-04:00 in Europe/Berlin

                TIME                  NODE  RESULT   STEP     TOOK  WHAT CAME OF IT
                2026-01-01T01:00:05Z  gw-2  failed   prepare  30 s  gw-2 did not get ready in time
                2026-01-01T01:00:40Z  gw-3  running              ?  gw-3 rehearses
                """);
    }

    @Test
    void theDocumentOfTheManagerIsPrintedAsItIs() {
        assertThat(called(DRILLS, "--json").out()).isEqualTo(DRILLS);
    }

    @Test
    void aGroupInWhichNobodyRehearsesSaysSo() {
        assertThat(called("{\"group\": \"line-1\", \"settings\": null, \"drills\": []}")
                        .out())
                .isEqualTo(
                        "Nobody rehearses in group line-1: its section of the manager's configuration has no drill.\n");
    }

    @Test
    void aGroupThatHasNotRehearsedYetSaysWhenItWill() {
        assertThat(called(DRILLS.replaceAll("(?s)\"drills\": \\[.*]", "\"drills\": []"))
                        .out())
                .isEqualTo("line-1: each standby every 7d, between 02:00-04:00 in Europe/Berlin; none so far\n");
    }
}
