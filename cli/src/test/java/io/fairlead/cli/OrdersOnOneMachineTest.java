package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.cli.rest.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs of operators, with a manager as a process of its own and nodes that send it real heartbeats. */
class OrdersOnOneMachineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private String url = "";

    private Child manager(String listen, String... group) throws IOException {
        Path config = folder.resolve("manager.yaml");
        Files.writeString(config, """
                timing: {lease: 3s}
                groups:
                  line-1:
                    sample-interval: 500ms
                    window: 5
                    warm-up-windows: [1, 1, 1]
                    cooldown: 2s
                    cooldown-rounds: 4
                    role-load: off
                """ + String.join("\n", group) + "\n");
        Child manager = Child.start(
                folder,
                "manager",
                "--listen",
                listen,
                "--config",
                config.toString(),
                "--data-dir",
                folder.resolve("data").toString());
        url = manager.awaitLine("manager ready on ");
        return manager;
    }

    private Called call(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--manager", url));
        return Called.with(all.toArray(String[]::new));
    }

    private String done(String... arguments) {
        Called called = call(arguments);
        assertThat(called.err()).isEmpty();
        assertThat(called.code()).isZero();
        return called.out();
    }

    private void awaitOutput(String text, String... arguments) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Called called = call(arguments);
            assertThat(called.out() + called.err()).contains(text);
        });
    }

    /** Observation, warm-up and cooldown are over by then. */
    private void awaitRound(long round) {
        await().atMost(PATIENCE)
                .until(() -> Document.parse(done("status", "line-1", "--json"))
                                .integer("round")
                                .orElse(0)
                        > round);
    }

    private void assertRefused(String start, String... arguments) {
        Called called = call(arguments);
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.out()).isEmpty();
        assertThat(called.err())
                .startsWith("fairlead " + arguments[0] + ": " + start)
                .hasLineCount(1);
    }

    @Test
    void ordersAreCarriedOutAndOutliveAManagerThatIsKilled() throws Exception {
        try (Child first = manager("127.0.0.1:0");
                Beats beats = new Beats(url)) {
            for (String node : List.of("gw-1", "gw-2", "gw-3")) {
                beats.load(node, 20);
            }
            awaitOutput("line-1: gw-1 is primary", "status", "line-1");

            assertThat(done("switchover", "line-1", "--to", "gw-3"))
                    .startsWith("gw-3 is primary of line-1 instead of gw-1.\n");
            awaitOutput("line-1: gw-3 is primary", "status", "line-1");
            assertThat(done("switchover", "line-1", "--to", "gw-3"))
                    .startsWith("gw-3 is primary of line-1, as it was before.\n");
            assertThat(done("switchover", "line-1", "--to", "gw-1", "--reason", "a test"))
                    .startsWith("gw-1 is primary of line-1 instead of gw-3.\n");
            awaitOutput("line-1: gw-1 is primary", "status", "line-1");
            assertRefused("group line-1 has no node gw-11; ", "switchover", "line-1", "--to", "gw-11");

            assertThat(done("maintenance", "line-1", "gw-1", "on", "--reason", "new disks"))
                    .startsWith("gw-1 is out of the election of line-1; gw-2 is primary.\n")
                    .contains("note: gw-1 is in maintenance (ordered)");
            assertThat(done("maintenance", "line-1", "gw-1", "on"))
                    .startsWith("gw-1 is out of the election of line-1; gw-2 is primary, as it was before.\n");
            assertThat(done("observe", "line-1", "preference"))
                    .contains("line-1: observe mode is preference.\n")
                    .contains("note: observe mode \"preference\" (ordered)");
            assertThat(done("pause", "line-1", "--all", "--reason", "moving racks"))
                    .startsWith("line-1 is paused.\n")
                    .contains("note: paused (ordered): nothing is decided, and a dead primary is not replaced");
            awaitOutput("line-1: gw-2 is primary", "status", "line-1");

            first.kill();
            try (Child second = manager(url.substring("http://".length()))) {
                // "chosen" until the first heartbeat that says so
                awaitOutput("line-1: gw-2 is primary", "status", "line-1");
                assertThat(done("status", "line-1"))
                        .contains("paused (ordered): nothing is decided")
                        .contains("observe mode \"preference\" (ordered)")
                        .contains("gw-1 is in maintenance (ordered)");
                beats.silence("gw-2");
                // Its lease is over; who follows it is a decision, and nothing is decided.
                awaitOutput("line-1: gw-2 is gone and not replaced: decisions are paused", "status", "line-1");
                assertThat(done("resume", "line-1"))
                        .startsWith("line-1 is not paused.\n")
                        .doesNotContain("note: paused");
                awaitOutput("line-1: gw-3 is primary", "status", "line-1");

                assertRefused("node gw-1 of group line-1 is heard of, ", "remove", "line-1", "gw-1");
                assertRefused(
                        "group line-1 has no node gw-11; the nearest known node is gw-1 ", "remove", "line-1", "gw-11");
                assertRefused("group line-1 has no node gw-22", "maintenance", "line-1", "gw-22", "on");
                assertRefused("group nope is not known", "pause", "nope");
                assertThat(done("remove", "line-1", "gw-2")).startsWith("gw-2 is removed from line-1.\n");
                assertThat(done("status", "line-1")).doesNotContain("gw-2  ");
                assertThat(done("maintenance", "line-1", "gw-1", "off", "--json"))
                        .contains("\"old\":\"on\",\"new\":\"off\",\"result\":\"done\"")
                        .hasLineCount(1);

                assertThat(done("history", "line-1"))
                        .startsWith("TIME ")
                        .contains("gw-2 becomes primary instead of gw-1: the primary was taken out for maintenance\n")
                        .contains("gw-3 becomes primary instead of gw-2: ")
                        .containsPattern("Z +order: pause, from .* to all, from 127\\.0\\.0\\.1: moving racks\n")
                        .containsPattern("Z +order: maintenance of gw-1, from on to off, from 127\\.0\\.0\\.1\n");
                // A page never splits a round, which has two lines where a death was found after it.
                assertThat(done("history", "line-1", "--all", "--limit", "3")
                                .lines()
                                .count())
                        .isBetween(4L, 12L);
                assertThat(second.terminate()).isZero();
                assertThat(second.err()).isEmpty();
            }
        }
    }

    /** What a new user does: observe, look at what it would have done, replay it with other settings, switch it on. */
    @Test
    void aRunInObserveModeIsRecordedReplayedAndThenSwitchedOn() throws Exception {
        try (Child manager = manager("127.0.0.1:0", "    observe: preference");
                Beats beats = new Beats(url)) {
            beats.load("gw-1", 20);
            beats.load("gw-2", 20);
            awaitOutput("line-1: gw-1 is primary", "status", "line-1");
            awaitRound(20);
            beats.load("gw-1", 80);
            awaitOutput("gw-2 would become primary instead of gw-1", "history", "line-1");
            assertThat(done("history", "line-1")).contains("(held back: observe mode)");
            assertThat(done("status", "line-1")).contains("line-1: gw-1 is primary");

            done("observe", "line-1", "off");
            awaitOutput("gw-2 becomes primary instead of gw-1", "history", "line-1");

            Path trace = folder.resolve("line-1.csv");
            assertThat(done("record", "line-1", "--out", trace.toString()))
                    .matches(".*line-1.csv: \\d+ samples of 2 nodes in \\d+ rounds \\(fairlead replay .*\\)\n");
            List<String> rows = Files.readAllLines(trace);
            assertThat(rows.get(0)).isEqualTo("time,node,cpu,memory,disk,network,k,hysteresis,streak,primary,queue");
            assertThat(rows.get(rows.size() - 1)).matches("\\d+(\\.\\d+)?,gw-2,20,20,20,,2,(15)?,\\d+,gw-[12],7");
            assertThat(done("record", "line-1").lines().findFirst()).contains(rows.get(0));

            Called replay = Called.with("replay", trace.toString(), "--config", configFile(), "--json");
            assertThat(replay.err()).isEmpty();
            Document report = Document.parse(replay.out());
            assertThat(report.number("interval_s")).hasValue(0.5);
            Document recorded = report.object("recorded").orElseThrow();
            assertThat(recorded.integer("switches")).hasValue(1);
            // A replay does not only observe, so it moves the role where the manager had only shown it.
            List<Document> switches = report.objects("switches");
            assertThat(switches.get(0).text("to")).contains("gw-1");
            assertThat(switches.get(1).text("to")).contains("gw-2");
            assertThat(recorded.object("first_difference").orElseThrow().text("replayed"))
                    .contains("gw-2");
            assertThat(Called.with("replay", trace.toString(), "--config", configFile())
                            .out())
                    .contains("recorded: 1 switch; the same primary in ");
            assertThat(manager.isAlive()).isTrue();
        }
    }

    @Test
    void aReplayOfWhatWasCarriedOutMovesTheRoleInTheSameRound() throws Exception {
        try (Child manager = manager("127.0.0.1:0");
                Beats beats = new Beats(url)) {
            beats.load("gw-1", 20);
            beats.load("gw-2", 20);
            awaitOutput("line-1: gw-1 is primary", "status", "line-1");
            awaitRound(20);
            beats.load("gw-1", 80);
            awaitOutput("gw-2 becomes primary instead of gw-1", "history", "line-1");
            awaitOutput("line-1: gw-2 is primary", "status", "line-1");

            Path trace = folder.resolve("line-1.csv");
            done("record", "line-1", "--out", trace.toString());
            Document report = Document.parse(Called.with("replay", trace.toString(), "--config", configFile(), "--json")
                    .out());
            assertThat(report.objects("switches")).hasSize(2);
            double moved = report.objects("switches").get(1).numberOrUnknown("time");
            assertThat(moved).isBetween(recordedMove(trace) - 1.1, recordedMove(trace) + 1.1);
            assertThat(manager.isAlive()).isTrue();
        }
    }

    @Test
    void theCommandThatAnAlarmNamesLetsANodeFollowThatTheLastPrimaryDidNotKnow() throws Exception {
        try (Child manager = manager("127.0.0.1:0");
                Beats beats = new Beats(url)) {
            beats.asking("gw-1");
            beats.load("gw-1", 20);
            awaitOutput("line-1: gw-1 is primary", "status", "line-1");
            beats.silence("gw-1");
            awaitOutput("line-1: nobody is primary", "status", "line-1");
            beats.load("gw-2", 20);
            awaitOutput("alarm: gw-1: as the last primary it knew none of the nodes that are left", "status", "line-1");
            Matcher named =
                    Pattern.compile("alarm: gw-1: .*: fairlead (remove .*)").matcher(done("status", "line-1"));
            assertThat(named.find()).isTrue();
            assertThat(named.group(1)).isEqualTo("remove line-1 gw-1");
            assertThat(done(named.group(1).split(" "))).startsWith("gw-1 is removed from line-1");
            awaitOutput("line-1: gw-2 is primary", "status", "line-1");
            assertThat(manager.isAlive()).isTrue();
        }
    }

    private static double recordedMove(Path trace) throws IOException {
        return Files.readAllLines(trace).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .filter(cells -> cells[9].equals("gw-2"))
                .mapToDouble(cells -> Double.parseDouble(cells[0]))
                .min()
                .orElseThrow();
    }

    private String configFile() {
        return folder.resolve("manager.yaml").toString();
    }

    @Test
    void aManagerWithoutAJournalSaysThatItHasNoHistory() {
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--store", "memory")) {
            url = manager.awaitLine("manager ready on ");
            assertRefused("this manager keeps no history, because its store is memory", "history", "line-1");
            assertRefused("this manager keeps no history, because its store is memory", "record", "line-1");
        }
    }

    @Test
    void whatCannotBeRecordedIsOneLine() throws Exception {
        try (Child manager = manager("127.0.0.1:0");
                Beats beats = new Beats(url)) {
            assertRefused("group line-1 is not known", "record", "line-1");
            beats.load("gw-1", 20);
            awaitOutput("gw-1", "history", "line-1");
            Path nowhere = folder.resolve("no").resolve("line-1.csv");
            assertRefused(
                    nowhere + " cannot be written: NoSuchFileException",
                    "record",
                    "line-1",
                    "--out",
                    nowhere.toString());
            assertThat(manager.isAlive()).isTrue();
        }
    }
}
