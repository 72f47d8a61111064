package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Agents that are killed, stand still and stop in order, with a manager and their keepers, all as processes of their own. What
 * happened first is told by the moments that the hooks write down.
 */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
class KeeperOnOneMachineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    /** One run of a hook, and when it was. */
    private record Ran(long nanos, String hook, String reason) {
        static Ran of(String line) {
            String[] words = line.split(" ");
            return new Ran(Long.parseLong(words[0]), words[1], words[2]);
        }

        String words() {
            return hook + " " + reason;
        }
    }

    @Test
    void aPrimaryWhoseAgentIsKilledIsDemotedBeforeAnotherTakesOver() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "true")) {
                awaitRan("gw-1", "promote PROMOTED");
                ProcessHandle keeper = keeper(first);
                try (Child second = agent(url, "gw-2", "true")) {
                    awaitMember(url);
                    first.kill();
                    Ran demote = awaitRan("gw-1", "demote LEASE_LOST");
                    Ran promote = awaitRan("gw-2", "promote PROMOTED");
                    assertThat(demote.nanos()).isLessThan(promote.nanos());
                    awaitNoneLeft("gw-1", keeper);
                    assertThat(second.terminate()).isZero();
                }
            }
        }
    }

    @Test
    void aPrimaryWhoseAgentStandsStillIsDemotedBeforeAnotherTakesOverAndTheAgentComesBackAsAStandby() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "true")) {
                awaitRan("gw-1", "promote PROMOTED");
                ProcessHandle keeper = keeper(first);
                try (Child second = agent(url, "gw-2", "true")) {
                    awaitMember(url);
                    signal("STOP", first.pid());
                    Ran demote = awaitRan("gw-1", "demote LEASE_LOST");
                    Ran promote = awaitRan("gw-2", "promote PROMOTED");
                    assertThat(demote.nanos()).isLessThan(promote.nanos());
                    assertThat(keeper.isAlive()).isTrue();

                    signal("CONT", first.pid());
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(Called.with("status", "line-1", "--manager", url)
                                            .out())
                                    .contains("gw-1  standby  alive"));
                    assertThat(second.isAlive()).isTrue();
                    assertThat(first.terminate()).isZero();
                    assertThat(words("gw-1")).containsExactly("demote START", "promote PROMOTED", "demote LEASE_LOST");
                    assertThat(first.out()).contains("run by the keeper while this agent stood still");
                    awaitNoneLeft("gw-1", keeper);
                }
            }
        }
    }

    @Test
    void anAgentThatIsToldToStopDemotesOnceAndLeavesNoProcessBehind() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "true")) {
                awaitRan("gw-1", "promote PROMOTED");
                ProcessHandle keeper = keeper(first);
                assertThat(first.terminate()).isZero();
                assertThat(first.err()).isEmpty();
                assertThat(words("gw-1")).containsExactly("demote START", "promote PROMOTED", "demote STOPPING");
                awaitNoneLeft("gw-1", keeper);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(Called.with("status", "line-1", "--manager", url)
                                        .out())
                                .contains("nobody is primary"));
            }
        }
    }

    @Test
    void aPromoteThatStillRunsWhenItsAgentIsKilledIsEndedAndThenComesTheDemote() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "echo $$ >promoting; exec sleep 1000")) {
                Path number = folder.resolve("gw-1").resolve("promoting");
                await().atMost(PATIENCE).until(() -> Files.exists(number) && Files.size(number) > 1);
                String promote = Files.readString(number).strip();
                assertThat(runs(promote)).isTrue();
                ProcessHandle keeper = keeper(first);
                first.kill();
                awaitRan("gw-1", "demote LEASE_LOST");
                assertThat(runs(promote)).isFalse();
                awaitNoneLeft("gw-1", keeper);
            }
        }
    }

    /** What still runs on the old primary may write, so it must have been fenced before the new one begins. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void aSingleWriterWhoseAgentIsKilledOrStandsStillWhileItDrainsIsFencedBeforeAnotherWrites(String signal)
            throws Exception {
        try (Child manager = manager("sample-interval: 500ms, handover: exclusive, single-writer: true")) {
            String url = manager.awaitLine("manager ready on ");
            Map<String, String> busy =
                    Map.of("promote", "true", "demote", "true", "fence", "true", "drain-status", "echo 1");
            try (Child first = agent(url, "gw-1", busy)) {
                awaitRan("gw-1", "promote PROMOTED");
                ProcessHandle keeper = keeper(first);
                try (Child second = agent(url, "gw-2", "true")) {
                    awaitMember(url);
                    switchOver(url);
                    awaitRan("gw-1", "drain-status DEMOTED");
                    signal(signal, first.pid());
                    Ran fence = awaitRan("gw-1", "fence DRAIN_CUT");
                    Ran promote = awaitRan("gw-2", "promote PROMOTED");
                    assertThat(fence.nanos()).isLessThan(promote.nanos());
                    assertThat(words("gw-1")).containsSubsequence("demote DRAIN_CUT", "fence DRAIN_CUT");
                    first.kill();
                    awaitNoneLeft("gw-1", keeper);
                    assertThat(second.terminate()).isZero();
                }
            }
        }
    }

    @Test
    void aSingleWriterEndsItsWorkUnderItsLeaseForLongerThanOneLeaseAndOnlyThenAnotherBegins() throws Exception {
        try (Child manager = manager("sample-interval: 500ms, handover: exclusive, single-writer: true")) {
            String url = manager.awaitLine("manager ready on ");
            Path idle = folder.resolve("idle");
            Map<String, String> busy = Map.of(
                    "promote", "true",
                    "demote", "true",
                    "fence", "true",
                    "drain-status", "[ -e " + idle + " ] && echo 0 || echo 3");
            try (Child first = agent(url, "gw-1", busy)) {
                awaitRan("gw-1", "promote PROMOTED");
                try (Child second = agent(url, "gw-2", "true")) {
                    awaitMember(url);
                    switchOver(url);
                    // It is asked once a second: this is longer than a lease.
                    await().atMost(PATIENCE)
                            .until(() -> words("gw-1").stream()
                                            .filter("drain-status DEMOTED"::equals)
                                            .count()
                                    >= 7);
                    assertThat(words("gw-2")).doesNotContain("promote PROMOTED");
                    Files.createFile(idle);
                    awaitRan("gw-2", "promote PROMOTED");
                    assertThat(words("gw-1")).noneMatch(word -> word.startsWith("fence"));
                    assertThat(second.terminate()).isZero();
                    assertThat(first.terminate()).isZero();
                }
            }
        }
    }

    private Child manager() throws IOException {
        return manager("sample-interval: 500ms");
    }

    private Child manager(String group) throws IOException {
        Path config = Files.writeString(folder.resolve("manager.yaml"), "groups: { line-1: { " + group + " } }\n");
        return Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString());
    }

    /** An agent whose hooks write down when they ran; its promote then goes on as it is told. */
    private Child agent(String url, String node, String promote) throws IOException {
        return agent(url, node, Map.of("promote", promote, "demote", "true"));
    }

    /** An agent with these hooks, which write down when they ran and then do as they are told. */
    private Child agent(String url, String node, Map<String, String> scripts) throws IOException {
        Path hooks = AgentChild.hooks(folder.resolve(node), "$(date +%s%N) ${0##*/} $FAIRLEAD_REASON", scripts);
        Child agent = AgentChild.withHooks(folder, url, node, hooks);
        agent.awaitLine("agent ready on ");
        return agent;
    }

    private static void awaitMember(String url) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Called.with("status", "line-1", "--manager", url)
                                .out())
                        .contains("gw-2  standby  alive"));
    }

    /** A node that has just started is not made ready; the change is given up and asked for again. */
    private void switchOver(String url) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            Called.with("switchover", "line-1", "--to", "gw-2", "--no-wait", "--manager", url);
            assertThat(words("gw-1")).contains("demote DEMOTED");
        });
    }

    private List<Ran> ran(String node) {
        Path file = folder.resolve(node).resolve("ran");
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().map(Ran::of).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> words(String node) {
        return ran(node).stream().map(Ran::words).toList();
    }

    private Ran awaitRan(String node, String words) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(words(node)).contains(words));
        return ran(node).stream()
                .filter(one -> one.words().equals(words))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isKeeper(ProcessHandle process) {
        return commandLine(process).contains("KeeperMain");
    }

    /** The whole command line: Java's own view of it ends after 4096 bytes, which a class path of a build fills. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private static ProcessHandle keeper(Child agent) {
        await().atMost(PATIENCE).until(() -> agent.children().stream().anyMatch(KeeperOnOneMachineTest::isKeeper));
        return agent.children().stream()
                .filter(KeeperOnOneMachineTest::isKeeper)
                .findFirst()
                .orElseThrow();
    }

    /** A process that has ended and that nobody has taken note of yet runs no more. */
    private static boolean runs(String process) throws IOException {
        Path stat = Path.of("/proc", process, "stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }

    /** The keeper has ended, and no other was started in its place. */
    private void awaitNoneLeft(String node, ProcessHandle keeper) {
        String hooks = folder.resolve(node).toString();
        await().atMost(PATIENCE).until(() -> !keeper.isAlive());
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> commandLine(process).contains(hooks)))
                .isEmpty();
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}
