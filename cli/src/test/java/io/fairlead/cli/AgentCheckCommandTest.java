package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.AgentConfigReader;
import io.fairlead.agent.check.CheckReport;
import io.fairlead.agent.check.Finding;
import io.fairlead.cli.rest.Document;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code fairlead agent --check}: on paper, and for real on the machine that runs the tests. */
class AgentCheckCommandTest {

    @TempDir
    Path folder;

    @Test
    void theTableSaysWhatIsReadAndFromWhereAndWhatIsLeftOut() {
        assertThat(new AgentCheckText(Style.PLAIN).lines(config(), report())).containsExactly("""
                node gw-1 of group line-1

                METRIC      POINTS  OF
                cpu           12.3  control group /sys/fs/cgroup/app
                network    unknown  no physical interface has a known link speed (eth0)
                role_load      3.0  process 7 alone
                load          12.3  cpu, memory, disk and network in the usual weights

                METRIC                WHERE
                cpu        read from  /proc/stat, /sys/fs/cgroup/app/cpu.max
                           limit      1.5 cores (/sys/fs/cgroup/app/cpu.max)
                network    left out   no hardware behind it: ifb0, lo
                           left out   no known link speed: eth0
                role_load  read from  /run/gateway .pid

                ALSO              FOUND
                manager     look  http://127.0.0.1:1 does not answer: connection refused
                local port  ok    127.0.0.1:7401 is free
                """.split("\n"));
    }

    @Test
    void theJsonSaysTheSame() throws IOException {
        Document json = Document.parse(AgentCheckJson.of(config(), report()));
        assertThat(json.text("node")).contains("gw-1");
        assertThat(json.isTrue("usable")).isTrue();
        assertThat(json.number("load")).hasValue(12.25);
        Document readings = json.object("readings").orElseThrow();
        Document cpu = readings.object("cpu").orElseThrow();
        assertThat(cpu.number("value")).hasValue(12.25);
        assertThat(cpu.has("unknown")).isFalse();
        assertThat(cpu.texts("from")).containsExactly("/proc/stat", "/sys/fs/cgroup/app/cpu.max");
        assertThat(cpu.texts("limits")).containsExactly("1.5 cores (/sys/fs/cgroup/app/cpu.max)");
        Document network = readings.object("network").orElseThrow();
        assertThat(network.has("value")).isFalse();
        assertThat(network.text("unknown")).contains("no physical interface has a known link speed (eth0)");
        assertThat(network.object("left_out").orElseThrow().texts()).containsEntry("eth0", "no known link speed");
        assertThat(json.objects("findings").get(0).text("weight")).contains("doubtful");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisMachineIsCheckedWithoutStartingAnythingOrRunningAHook() throws IOException {
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        Path mark = folder.resolve("mark");
        Path demote = Files.writeString(hooks.resolve("demote"), "#!/bin/sh\ntouch " + mark + "\n");
        Files.setPosixFilePermissions(demote, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = Files.writeString(
                folder.resolve("agent.yaml"),
                "managers: [http://127.0.0.1:1]\nnode: gw-1\nlisten: 127.0.0.1:0\nhooks-dir: " + hooks + "\n");
        try (Child check = Child.start(folder, "agent", "--check", "--config", file.toString(), "--group", "line-9")) {
            assertThat(check.awaitEnd()).isZero();
            assertThat(check.out())
                    .startsWith("node gw-1 of group line-9\n")
                    .containsPattern("\ncpu +[0-9.]+  ")
                    .containsPattern("\nmemory +[0-9.]+  ")
                    .containsPattern("\nload +[0-9.]+  ")
                    .contains("/proc/stat", "/proc/meminfo")
                    .contains("http://127.0.0.1:1 does not answer: connection refused")
                    .contains("ok    " + demote);
            assertThat(check.err()).isEmpty();
        }
        assertThat(mark).doesNotExist();
        assertThat(hooks.toFile().list()).containsExactly("demote");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatKeepsAnAgentFromWorkingIsOneLineAndExitCodeOneAlsoInJson() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            Called called = Called.with(
                    "agent",
                    "--check",
                    "--json",
                    "--node",
                    "gw-1",
                    "--listen",
                    listen,
                    "--managers",
                    "http://127.0.0.1:1");
            assertThat(called.code()).isEqualTo(1);
            assertThat(called.err())
                    .startsWith("fairlead agent: an agent could not work here: local port: listen " + listen
                            + ": another process uses this port")
                    .hasLineCount(1);
            Document json = Document.parse(called.out());
            assertThat(json.has("usable")).isTrue();
            assertThat(json.isTrue("usable")).isFalse();
        }
    }

    @Test
    void aConfigurationThatIsRefusedIsRefusedInTheSameWordsAsByTheAgent() {
        Called called = Called.with("agent", "--check", "--config", "/no/such.yaml");
        assertThat(called.err())
                .startsWith("fairlead agent: /no/such.yaml: there is no such file")
                .hasLineCount(1);
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(1);
        assertThat(Called.with("agent", "--json").err()).startsWith("fairlead agent: --json goes with --check only");
        assertThat(Called.with("agent", "--json").code()).isEqualTo(2);
    }

    private static AgentConfig config() {
        return AgentConfigReader.read(null, Map.of("group", "line-1", "node", "gw-1"));
    }

    private static CheckReport report() {
        String max = "/sys/fs/cgroup/app/cpu.max";
        MachineReading readings = new MachineReading(new TreeMap<>(), new TreeMap<>())
                .with(
                        "cpu",
                        Reading.of(12.25),
                        new Origin(
                                "control group /sys/fs/cgroup/app",
                                List.of("/proc/stat", max),
                                new TreeMap<>(),
                                List.of("1.5 cores (" + max + ")")))
                .with(
                        "network",
                        new Reading.Unknown("no physical interface has a known link speed (eth0)"),
                        new Origin(
                                "",
                                List.of(),
                                new TreeMap<>(Map.of(
                                        "lo", "no hardware behind it",
                                        "ifb0", "no hardware behind it",
                                        "eth0", "no known link speed")),
                                List.of()))
                .with(
                        "role_load",
                        Reading.of(3),
                        new Origin("process 7 alone", List.of("/run/gateway\u001b.pid"), new TreeMap<>(), List.of()));
        return new CheckReport(
                readings,
                OptionalDouble.of(12.25),
                List.of(
                        new Finding(
                                "manager",
                                Finding.Weight.DOUBTFUL,
                                "http://127.0.0.1:1 does not answer: connection refused"),
                        new Finding("local port", Finding.Weight.FINE, "127.0.0.1:7401 is free")));
    }
}
