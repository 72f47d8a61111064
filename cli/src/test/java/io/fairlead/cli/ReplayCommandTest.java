package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.rest.Document;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {

    private static final Pattern KEY = Pattern.compile("\"([a-z_]+)\":");

    @TempDir
    Path folder;

    private String trace = "";

    /** Two machines for an hour; after half of it the first, which is primary, gets busier by 50 points for good. */
    @BeforeEach
    void recordATrace() throws IOException {
        StringBuilder rows = new StringBuilder("time,node,cpu,memory,disk,network\n");
        for (int second = 0; second < 3600; second += 5) {
            String busy = second < 1800 ? "20" : "70";
            rows.append(second)
                    .append(",gw-1,")
                    .append(busy)
                    .append(',')
                    .append(busy)
                    .append(",20,20\n");
            rows.append(second).append(",gw-2,20,20,20,20\n");
        }
        trace = Files.writeString(folder.resolve("trace.csv"), rows).toString();
    }

    @Test
    void eachChangeIsOneLineWithItsReasonAndTheSummaryFollows() {
        Called called = Called.with("replay", trace);
        assertThat(called.code()).isZero();
        assertThat(called.err()).isEmpty();
        List<String> lines = called.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("trace.csv: 2 nodes, 720 rounds of 5 s, profile steady");
        assertThat(lines.get(1)).isEqualTo("round 1, 0 s: nobody -> gw-1  BOOTSTRAP: the group had no primary yet");
        assertThat(lines.get(2))
                .contains("gw-1 -> gw-2  PREFERENCE: a standby has been less loaded by more than the hysteresis");
        assertThat(lines).anyMatch(line -> line.startsWith("1 switch, 0 of them undone"));
    }

    @Test
    void theJsonDocumentHasTheFieldsThatScriptsRelyOn() throws IOException {
        Called called = Called.with("replay", trace, "--json");
        assertThat(called.code()).isZero();
        assertThat(called.err()).isEmpty();
        assertThat(called.out().lines()).hasSize(1);
        assertThat(keys(called.out()))
                .containsExactly(
                        "trace",
                        "profile",
                        "interval_s",
                        "rounds",
                        "nodes",
                        "switches",
                        "round",
                        "time",
                        "from",
                        "to",
                        "cause",
                        "reason",
                        "advantage",
                        "hysteresis",
                        "k",
                        "round",
                        "time",
                        "from",
                        "to",
                        "cause",
                        "reason",
                        "advantage",
                        "hysteresis",
                        "k",
                        "summary",
                        "switches",
                        "undone",
                        "mean_load",
                        "regret_points",
                        "optimum",
                        "switch_cost",
                        "cost",
                        "cost",
                        "ratio",
                        "floor",
                        "counted_rounds",
                        "coarse",
                        "interpolated",
                        "role_load",
                        "noise",
                        "seed",
                        "alarms",
                        "recorded");
        Document report = Document.parse(called.out());
        assertThat(report.text("trace")).contains("trace.csv");
        assertThat(report.number("interval_s")).hasValue(5);
        assertThat(report.integer("rounds")).hasValue(720);
        assertThat(report.texts("nodes")).containsExactly("gw-1", "gw-2");
        Document first = report.objects("switches").get(0);
        assertThat(first.has("from")).isFalse();
        assertThat(first.text("cause")).contains("BOOTSTRAP");
        assertThat(first.has("advantage")).as("not compared is null, never 0").isFalse();
        Document second = report.objects("switches").get(1);
        assertThat(second.text("from")).contains("gw-1");
        assertThat(second.text("to")).contains("gw-2");
        assertThat(second.text("reason")).contains("LESS_LOADED_STANDBY");
        assertThat(second.numberOrUnknown("advantage")).isGreaterThan(second.numberOrUnknown("hysteresis"));
        Document summary = report.object("summary").orElseThrow();
        assertThat(summary.integer("switches")).hasValue(1);
        assertThat(summary.object("optimum").orElseThrow().number("switch_cost"))
                .hasValue(3000);
    }

    @Test
    void flagsReachTheReplay() throws IOException {
        Document report = Document.parse(Called.with(
                        "replay",
                        trace,
                        "--json",
                        "--profile",
                        "classic",
                        "--role-load",
                        "12.5",
                        "--interpolate",
                        "5s",
                        "--noise",
                        "2",
                        "--seed",
                        "7",
                        "--switch-cost",
                        "600")
                .out());
        assertThat(report.text("profile")).contains("classic");
        assertThat(report.number("role_load")).hasValue(12.5);
        assertThat(report.number("interval_s")).hasValue(5);
        assertThat(report.isTrue("interpolated")).isTrue();
        assertThat(report.number("noise")).hasValue(2);
        assertThat(report.integer("seed")).hasValue(7);
        assertThat(report.object("summary")
                        .flatMap(summary -> summary.object("optimum"))
                        .orElseThrow()
                        .number("switch_cost"))
                .hasValue(600);
    }

    @Test
    void theSettingsOfAConfigurationDecide() throws IOException {
        Path config = Files.writeString(folder.resolve("manager.yaml"), """
                groups:
                  calm: { hysteresis-base: 100 }
                  lively: { profile: classic }
                """);
        Called calm = Called.with("replay", trace, "--config", config.toString(), "--group", "calm");
        assertThat(calm.out()).contains("0 switches,").contains("profile steady");
        Called lively = Called.with("replay", trace, "--config", config.toString(), "--group", "lively");
        assertThat(lively.out()).contains("1 switch,").contains("profile classic");
        Called under =
                Called.with("replay", trace, "--config", config.toString(), "--group", "lively", "--profile", "steady");
        assertThat(under.out()).as("a flag wins over the file").contains("profile steady");
        assertRefused(
                Called.with("replay", trace, "--config", config.toString()),
                2,
                "--group: " + config
                        + " has several groups; choose one of [calm, lively] (see fairlead replay --help)");
        assertRefused(
                Called.with("replay", trace, "--config", config.toString(), "--group", "x"),
                2,
                "--group: " + config + " has no group x; choose one of [calm, lively] (see fairlead replay --help)");
    }

    // Field case D12
    @Test
    void numbersHaveADotInEveryCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Called.with("replay", trace).out()).containsPattern("advantage \\d+\\.\\d");
            assertThat(Called.with("replay", trace, "--json").out()).containsPattern("\"advantage\":\\d+\\.\\d");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void progressIsShownOnATerminalOnly() {
        StringWriter err = new StringWriter();
        Terminal terminal =
                new Terminal(new PrintWriter(new StringWriter()), new PrintWriter(err), false, true, Map.of());
        assertThat(CommandLines.run(terminal, new Stop(), "replay", trace)).isZero();
        assertThat(err.toString()).contains("\r\u001b[Kreplayed 50 %").endsWith("\r\u001b[K");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --role-load -5       | --role-load is -5.0: use points from 0 to 100
            --role-load 101      | --role-load is 101.0: use points from 0 to 100
            --role-load NaN      | Invalid value for option '--role-load': "NaN" is not a number: use one such as 12.5
            --role-load 1e400    | Invalid value for option '--role-load': "1e400" is not a number: use one such as 12.5
            --role-load 0,5      | Invalid value for option '--role-load': "0,5" is not a number: use one such as 12.5
            --interval 1ms       | --interval is 0.001 s: use 0.1 s to 3600 s
            --interval 5         | Invalid value for option '--interval': "5" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --interpolate 2h     | --interpolate is 7200 s: use 0.1 s to 3600 s
            --interval 10s --interpolate 5s | --interval and --interpolate are both the length of a round: give the one or the other
            --noise 4            | --noise is 4.0 without interpolate: give both or none
            --interpolate 1s --noise -1 | --noise is -1.0: use points from 0 to 100
            --seed 4             | --seed is given without --noise, of which it is the seed
            --seed x             | Invalid value for option '--seed': "x" is not a whole number: use one such as 30
            --switch-cost 0      | --switch-cost is 0.0: use point-seconds above 0 and at most 1000000000
            --profile bold       | Invalid value for option '--profile': profile is "bold": use classic or steady
            --group g            | --group is given without --config, in which it is
            --profil steady      | unknown option "--profil"; the nearest known option is --profile
            other.csv            | one argument too many: "other.csv"
            """)
    void whatIsWrongWithAFlagIsOneLine(String arguments, String message) {
        assertRefused(
                Called.with(("replay " + trace + " " + arguments).split(" ")),
                2,
                message + " (see fairlead replay --help)");
    }

    @Test
    void aTraceThatDoesNotFitIntoMemoryIsOneLine() throws IOException {
        StringBuilder rows = new StringBuilder("time,node,cpu,memory,disk,network\n");
        for (int second = 0; second < 300_000; second++) {
            rows.append(second).append(",gw-1,1,2,3,4\n");
        }
        Path file = Files.writeString(folder.resolve("large.csv"), rows);
        try (Child replay = Child.start(folder, Map.of(), List.of("-Xmx16m"), "replay", file.toString())) {
            assertThat(replay.awaitEnd()).isEqualTo(1);
            assertThat(replay.err())
                    .matches(
                            "fairlead replay: .*large\\.csv \\(5 MB\\) needs more than the 1\\d MB of memory that this process"
                                    + " may use: give it more, such as FAIRLEAD_JAVA_OPTS=-Xmx4g, or cut the trace\n");
            assertThat(replay.out()).isEmpty();
        }
    }

    @Test
    void aTraceIsNeeded() {
        assertRefused(Called.with("replay"), 2, "Missing required parameter: 'TRACE.csv' (see fairlead replay --help)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            time,node,cpu;0,a,NaN      | line 2, column cpu: "NaN" is no number
            time,node,cpu;0,a,1e400    | line 2, column cpu: "1e400" is no number
            time,node,cpu;0,a,-1       | line 2, column cpu: "-1" is no number
            time,node,cpu;0,a b,1      | line 2, column node: node id "a b" is not an id
            time,node;0,a              | no column "cpu"
            time,node,cpu,cpu;0,a,1,1  | "cpu" is there twice
            """)
    void whatIsWrongInATraceIsOneLineWithItsPlace(String rows, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.csv"), rows.replace(';', '\n') + "\n");
        Called called = Called.with("replay", file.toString());
        assertThat(called.err())
                .startsWith("fairlead replay: " + file)
                .contains(message)
                .hasLineCount(1);
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(1);
    }

    @Test
    void filesThatAreNotThereAreOneLine() {
        assertRefused(Called.with("replay", "/no/such.csv"), 1, "/no/such.csv: there is no such file");
        assertRefused(
                Called.with("replay", trace, "--config", "/no/such.yaml"), 1, "/no/such.yaml: there is no such file");
        assertRefused(Called.with("replay", folder.toString()), 1, folder + " is a directory; name a trace file");
    }

    private static List<String> keys(String json) {
        return KEY.matcher(json).results().map(key -> key.group(1)).toList();
    }

    private static void assertRefused(Called called, int code, String line) {
        assertThat(called.err()).isEqualTo("fairlead replay: " + line + "\n");
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(code);
    }
}
