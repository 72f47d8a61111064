package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {

    private static final String MANAGER = "The manager runs as process ";

    @TempDir
    Path folder;

    @TempDir
    Path temporary;

    @Test
    void thePrimaryMovesExactlyOnceAndTheReasonIsSaid() throws IOException {
        try (Child demo = demo("--exit-after", "36s", "--round", "500ms")) {
            assertThat(demo.awaitEnd()).as("%s%s", demo.out(), demo.err()).isZero();
            assertThat(demo.out())
                    .contains(" ./fairlead status demo --manager http://127.0.0.1:")
                    .contains(" ./fairlead why demo --manager http://127.0.0.1:")
                    .contains("A backup job starts on gw-1")
                    .containsOnlyOnce("THE PRIMARY MOVES. gw-")
                    .containsPattern("ok  gw-\\d: advantage [0-9.]+ points, wanted above 12 points")
                    .contains("switches: 1")
                    .contains("exactly one switch, and it was called for")
                    .doesNotContain("\u001b");
            assertThat(demo.err()).isEmpty();
        }
        assertNothingLeft();
    }

    @Test
    void aDemoThatIsToldToStopLeavesNothingRunning() throws IOException {
        try (Child demo = demo()) {
            ProcessHandle manager = manager(demo);
            assertThat(demo.terminate()).as("%s%s", demo.out(), demo.err()).isZero();
            assertThat(manager.isAlive()).isFalse();
            assertThat(demo.err()).isEmpty();
        }
        assertNothingLeft();
    }

    @Test
    void twoDemosAtOnceDoNotDisturbOneAnother() throws IOException {
        try (Child one = demo();
                Child other = demo()) {
            ProcessHandle first = manager(one);
            ProcessHandle second = manager(other);
            assertThat(one.terminate()).as("%s%s", one.out(), one.err()).isZero();
            assertThat(second.isAlive()).isTrue();
            new ProcessBuilder("kill", "-INT", Long.toString(other.pid())).start();
            assertThat(other.awaitEnd()).as("%s%s", other.out(), other.err()).isZero();
            assertThat(one.out()).contains("stopped before it was over: ").doesNotContain("WRONG");
            assertThat(first.isAlive() || second.isAlive()).isFalse();
        }
        assertNothingLeft();
    }

    @Test
    void aDemoThatNobodyReadsAnyMoreStops() throws IOException {
        Process demo = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.fairlead.cli.Main",
                        "demo",
                        "--round",
                        "200ms"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            BufferedReader reader = demo.inputReader();
            assertThat(reader.readLine()).contains(MANAGER);
            List<ProcessHandle> managers = demo.children().toList();
            assertThat(managers).hasSize(1);
            reader.close();
            await().atMost(Duration.ofSeconds(60)).until(() -> !demo.isAlive());
            assertThat(demo.exitValue()).isZero();
            assertThat(managers.get(0).isAlive()).isFalse();
        } finally {
            demo.destroyForcibly();
        }
        assertNothingLeft();
    }

    @Test
    void aDemoThatIsTakenAwayTakesItsManagerAlong() {
        try (Child demo = demo()) {
            ProcessHandle manager = manager(demo);
            demo.kill();
            await().atMost(Duration.ofSeconds(30)).until(() -> !manager.isAlive());
            assertThat(manager.isAlive()).isFalse();
        }
    }

    @Test
    void aDemoWhoseManagerDiesSaysSoAndEnds() throws IOException {
        try (Child demo = demo("--exit-after", "5m")) {
            ProcessHandle manager = manager(demo);
            manager.destroyForcibly();
            assertThat(demo.awaitEnd()).isEqualTo(1);
            assertThat(demo.err())
                    .startsWith(
                            "fairlead demo: the manager (process " + manager.pid() + ") ended by itself: exit code 137")
                    .hasLineCount(1);
        }
        assertNothingLeft();
    }

    @Test
    void aDemoThatEndsTooEarlyToShowAnythingIsNotDone() throws IOException {
        try (Child demo = demo("--exit-after", "3s")) {
            assertThat(demo.awaitEnd()).isEqualTo(1);
            assertThat(demo.out()).containsAnyOf("the overload never began", "Stopped before anything happened");
        }
        assertNothingLeft();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --exit-after x    | Invalid value for option '--exit-after': "x" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --exit-after 60   | Invalid value for option '--exit-after': "60" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --exit-after 0s   | --exit-after is 0s: use a time above 0, such as 120s
            --exit-after -1s  | Invalid value for option '--exit-after': "-1s" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --exit-after 1e400s | Invalid value for option '--exit-after': "1e400s" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --round 1ms       | --round is 1ms: use 200ms to 10s
            --round 1h        | --round is 1h: use 200ms to 10s
            --round NaN       | Invalid value for option '--round': "NaN" is not a duration: use one such as 150ms, 5s, 2m or 1h
            --exit 5s         | unknown option "--exit"; the nearest known option is --exit-after
            """)
    void whatIsWrongWithAFlagIsOneLine(String arguments, String message) {
        Called called = Called.with(("demo " + arguments).split(" "));
        assertThat(called.err()).isEqualTo("fairlead demo: " + message + " (see fairlead demo --help)\n");
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(2);
    }

    private Child demo(String... flags) {
        String[] arguments = new String[flags.length + 1];
        arguments[0] = "demo";
        System.arraycopy(flags, 0, arguments, 1, flags.length);
        return Child.start(
                folder, Map.of("FAIRLEAD_COMMAND", "./fairlead"), List.of("-Djava.io.tmpdir=" + temporary), arguments);
    }

    /** The demo's manager, once the nodes report to it. */
    private static ProcessHandle manager(Child demo) {
        await().atMost(Duration.ofSeconds(60)).until(() -> demo.out().contains("becomes primary"));
        int from = demo.out().indexOf(MANAGER) + MANAGER.length();
        String pid = demo.out().substring(from, demo.out().indexOf(' ', from));
        ProcessHandle manager = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        assertThat(manager.isAlive()).isTrue();
        assertThat(demo.children()).contains(manager);
        return manager;
    }

    private void assertNothingLeft() throws IOException {
        try (var files = Files.list(temporary)) {
            assertThat(files.filter(file -> !file.getFileName().toString().startsWith("hsperf")))
                    .isEmpty();
        }
    }
}
