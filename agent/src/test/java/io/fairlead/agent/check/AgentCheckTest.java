package io.fairlead.agent.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.AgentConfigReader;
import io.fairlead.agent.ManagerStub;
import io.fairlead.client.machine.FakeMachine;
import io.fairlead.client.machine.Reading;
import io.fairlead.client.role.StateFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class AgentCheckTest {
    private static final String NO_MANAGER = "http://127.0.0.1:1";

    @TempDir
    Path folder;

    @Test
    void theLoadIsWhatAGroupWithoutOtherNodesWouldSay() throws Exception {
        FakeMachine machine = new FakeMachine(folder).cores(2, 0, 0).disk("sda", 0, 0, 0);
        CheckReport report = AgentCheck.of(
                config(Map.of()),
                machine.reader(),
                () -> machine.cores(2, 120, 80).disk("sda", 0, 200, 0));
        assertThat(report.readings().known()).containsEntry("cpu", 60.0).containsEntry("disk", 10.0);
        // Memory is at 25; the network is not known and drops out.
        assertThat(report.load().orElseThrow()).isCloseTo((0.4 * 60 + 0.3 * 25 + 0.2 * 10) / 0.9, Offset.offset(0.001));
        assertThat(report.blocking()).isEmpty();
    }

    @Test
    void withoutCpuNothingCanBeChosenAndThatBlocks() throws Exception {
        FakeMachine machine = new FakeMachine(folder).file("/proc/stat", "cpu0 -1 0 0 0\n");
        CheckReport report = AgentCheck.of(config(Map.of()), machine.reader(), () -> {});
        assertThat(report.load()).isEmpty();
        assertThat(report.blocking())
                .containsExactly(Finding.blocks(
                        "cpu",
                        "not known, and without it a sample is none: /proc/stat cpu0 says -1, which is below zero"));
    }

    @Test
    void hooksAreNamedAndNotRun() throws Exception {
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        Path mark = folder.resolve("mark");
        executable(hooks.resolve("demote"), mark);
        executable(hooks.resolve("promote.sh"), mark);
        assertThat(findings(Map.of("hooks-dir", hooks.toString())))
                .contains(
                        Finding.fine("hook demote", hooks.resolve("demote").toString()),
                        Finding.doubtful("hook promote", "none in " + hooks),
                        Finding.doubtful(
                                "hook promote.sh",
                                "is never run: hooks are prepare, promote, demote, drain-status, cleanup, fence, health"));
        assertThat(mark).doesNotExist();
        Files.writeString(hooks.resolve("promote"), "text");
        assertThat(findings(Map.of("hooks-dir", hooks.toString())))
                .contains(Finding.blocks(
                        "hooks",
                        "hooks-dir: found \"" + hooks.resolve("promote") + "\", which is not an executable file"));
    }

    @Test
    void aManagerThatAnswersIsToldFromOneThatDoesNotAndGetsNoHeartbeat() throws Exception {
        assertThat(findings(Map.of()))
                .contains(Finding.doubtful("manager", NO_MANAGER + " does not answer: connection refused"));
        try (ManagerStub manager = new ManagerStub()) {
            String url = manager.uri().toString();
            manager.say(200, "{\"status\":\"ready\"}");
            assertThat(findings(Map.of("managers", url))).contains(Finding.fine("manager", url + " answers"));
            manager.say(200, "{}");
            assertThat(findings(Map.of("managers", url)))
                    .contains(Finding.doubtful("manager", url + " answers, but not as a manager does"));
            manager.say(503, "");
            assertThat(findings(Map.of("managers", url)))
                    .contains(Finding.doubtful("manager", url + " answers with HTTP status 503"));
            assertThat(manager.received())
                    .extracting(ManagerStub.Received::method)
                    .containsOnly("GET");
        }
    }

    @Test
    void aTokenIsShownToTheManagerAndItsFileNamed() throws Exception {
        Path token = Files.writeString(folder.resolve("agent.token"), "s3cr3t-0123456789\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        try (ManagerStub manager = new ManagerStub()) {
            Map<String, String> without = Map.of("managers", manager.uri().toString());
            Map<String, String> with = Map.of("managers", manager.uri().toString(), "token-file", token.toString());
            manager.say(404, "{}");
            assertThat(findings(without)).noneMatch(finding -> finding.about().equals("token"));
            assertThat(findings(with)).contains(Finding.fine("token", "the manager knows the token in " + token));
            assertThat(manager.received().get(manager.received().size() - 1).authorization())
                    .isEqualTo("Bearer s3cr3t-0123456789");
            manager.say(401, "{}");
            assertThat(findings(without))
                    .contains(Finding.doubtful("token", "the manager asks for one, and no token-file is set"));
            assertThat(findings(with))
                    .contains(Finding.doubtful("token", "the manager does not know the token in " + token));
            Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
            assertThat(findings(with)).anySatisfy(finding -> {
                assertThat(finding.weight()).isEqualTo(Finding.Weight.BLOCKS);
                assertThat(finding.words()).startsWith("token-file: " + token + ": its mode is rw-r-----");
            });
        }
    }

    @Test
    void aPortOfAnotherProgramBlocksAndThatOfTheRunningAgentDoesNot() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            assertThat(findings(Map.of("listen", listen))).anySatisfy(finding -> {
                assertThat(finding.weight()).isEqualTo(Finding.Weight.BLOCKS);
                assertThat(finding.words()).startsWith("listen " + listen + ": another process uses this port");
            });
        }
        try (Agent agent = Agent.start(config(Map.of()))) {
            String listen = "127.0.0.1:" + agent.localPort();
            assertThat(findings(Map.of("listen", listen)))
                    .contains(Finding.fine("local port", listen + " is used by the agent of this node, which runs"));
            assertThat(findings(Map.of("listen", listen, "node", "gw-2")))
                    .anyMatch(finding ->
                            finding.about().equals("local port") && finding.weight() == Finding.Weight.BLOCKS);
        }
    }

    @Test
    void aFreePortIsFreeAfterwardsToo() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String listen = "127.0.0.1:" + port;
        assertThat(findings(Map.of("listen", listen))).contains(Finding.fine("local port", listen + " is free"));
        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.getLocalPort()).isEqualTo(port);
        }
    }

    @Test
    void thisMachineIsCheckedForReal() throws Exception {
        Path pid = Files.writeString(
                folder.resolve("service.pid"), ProcessHandle.current().pid() + "\n");
        CheckReport report = AgentCheck.ofThisMachine(config(Map.of("measure", "pid-file:" + pid)));
        assertThat(report.readings().known().get("cpu")).isBetween(0.0, 100.0);
        assertThat(report.readings().known().get("memory")).isBetween(0.1, 100.0);
        assertThat(report.readings().origin("memory").files()).contains("/proc/meminfo");
        assertThat(report.load()).isPresent();
        assertThat(report.readings().byMetric().get("role_load")).isInstanceOf(Reading.Known.class);
        assertThat(report.readings().origin("role_load").of())
                .startsWith("process " + ProcessHandle.current().pid());
        assertThat(report.blocking()).isEmpty();
    }

    /** The very words of the start, without starting. */
    private void assertRefusedAsByTheStart(Path state, String beginning) throws Exception {
        String refusal = String.valueOf(assertThatIOException()
                .isThrownBy(() -> StateFolder.open(state, new GroupId("line-1"), new NodeId("gw-1")))
                .actual()
                .getMessage());
        assertThat(refusal).startsWith(beginning);
        assertThat(findings(Map.of())).contains(Finding.blocks("state-dir", refusal));
    }

    @Test
    void aRememberedFileThatTheStartWouldRefuseBlocksAndItsRemedyIsTold() throws Exception {
        Path state = folder.resolve("state");
        try (StateFolder other = StateFolder.open(state, new GroupId("line-1"), new NodeId("gw-2"))) {
            other.remember(7);
        }
        Path token = state.resolve("node.token");
        assertRefusedAsByTheStart(state, token + ": found \"fairlead token, version 1, node gw-2 of group line-1\"");
        byte[] whole = Files.readAllBytes(token);
        Files.write(token, Arrays.copyOf(whole, whole.length / 2));
        assertRefusedAsByTheStart(state, token + ": is damaged: put it back from a copy");
        Files.delete(token);
        assertThat(findings(Map.of())).contains(Finding.fine("state-dir", state + " can be written to"));
        Path lease = Files.writeString(state.resolve("node.lease"), "4 s\n");
        assertRefusedAsByTheStart(state, lease + ": is damaged: delete it");
    }

    @Test
    void theFilesOfAnAgentThatRunsAreReadBesideIt() throws Exception {
        Path state = folder.resolve("state");
        try (StateFolder own = StateFolder.open(state, new GroupId("line-1"), new NodeId("gw-1"))) {
            own.remember(7);
            assertThat(findings(Map.of())).contains(Finding.fine("state-dir", state + " can be written to"));
            own.remember(8);
        }
    }

    @Test
    void theStateFolderIsLookedAtAndNotMade() throws Exception {
        Path state = folder.resolve("state");
        assertThat(findings(Map.of())).contains(Finding.fine("state-dir", state + " will be made"));
        assertThat(state).doesNotExist();
        Files.createDirectory(state);
        assertThat(findings(Map.of())).contains(Finding.fine("state-dir", state + " can be written to"));
        assertThat(state).isEmptyDirectory();
        assertThat(state).isEmptyDirectory();
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(findings(Map.of("state-dir", file.toString())))
                .contains(Finding.blocks("state-dir", file + " is not a folder"));
        assertThat(findings(Map.of("state-dir", file.resolve("below").toString())))
                .contains(Finding.blocks(
                        "state-dir",
                        file.resolve("below") + " cannot be made: " + file + " is no folder that can be written to"));
        assertThat(findings(Map.of("state-dir", "none")))
                .contains(Finding.doubtful(
                        "state-dir", "none: this node forgets its highest token when its process ends"));
    }

    @Test
    void whatFailsafeNeedsIsLookedAt() throws Exception {
        assertThat(findings(Map.of()))
                .contains(Finding.fine(
                        "failsafe", "inactive: peer-listen, peer-address and group-secret-file are not set"));
        Path secret = Files.writeString(folder.resolve("secret"), "4d1f0e7c2b9a86355fd07c1e9a3b62d8\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> flags = new TreeMap<>(Map.of(
                    "peer-listen",
                    "127.0.0.1:0",
                    "peer-address",
                    "10.0.0.5:7403",
                    "group-secret-file",
                    secret.toString()));
            assertThat(findings(flags))
                    .contains(
                            Finding.fine("group secret", "the secret in " + secret + " can be read"),
                            Finding.fine("peer-listen", "any free port of 127.0.0.1"),
                            Finding.fine("peer-address", "10.0.0.5:7403"));
            flags.put("peer-listen", "127.0.0.1:" + taken.getLocalPort());
            flags.put("peer-address", "127.0.0.1:7403");
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(findings(flags))
                    .contains(Finding.doubtful(
                            "peer-address", "127.0.0.1:7403 is this machine's own: no other machine reaches it there"))
                    .anyMatch(finding -> finding.weight() == Finding.Weight.BLOCKS
                            && finding.about().equals("peer-listen")
                            && finding.words().contains("another process uses this port"))
                    .anyMatch(finding -> finding.weight() == Finding.Weight.BLOCKS
                            && finding.words().startsWith("group-secret-file: " + secret + ": its mode is rw-r--r--"))
                    .noneMatch(finding -> finding.words().contains("4d1f0e7c"));
        }
    }

    private java.util.List<Finding> findings(Map<String, String> flags) throws Exception {
        FakeMachine machine = new FakeMachine(folder.resolve("machine"));
        return AgentCheck.of(config(flags), machine.reader(), () -> {}).findings();
    }

    private static void executable(Path file, Path mark) throws IOException {
        Files.writeString(file, "#!/bin/sh\ntouch " + mark + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private AgentConfig config(Map<String, String> flags) {
        Map<String, String> all = new TreeMap<>(
                Map.of("group", "line-1", "node", "gw-1", "managers", NO_MANAGER, "listen", "127.0.0.1:0"));
        all.put("state-dir", folder.resolve("state").toString());
        all.putAll(flags);
        return AgentConfigReader.read(null, all);
    }
}
