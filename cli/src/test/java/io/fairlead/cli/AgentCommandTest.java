package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.AgentConfigReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentCommandTest {

    @TempDir
    Path folder;

    @Test
    void everyKeyOfTheConfigurationIsAFlag() {
        String help = Called.with("agent", "--help").out();
        assertThat(AgentConfigReader.keys())
                .isNotEmpty()
                .allSatisfy(key -> assertThat(help).contains("--" + key + "="));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --managers ftp://x        | --managers: managers: found "ftp://x", expected an address
            --managers http://h/v1    | --managers: managers: found "http://h/v1", expected an address
            --managers http://h:70000 | --managers: managers: found "http://h:70000", expected an address
            --managers http://a:1,http://b:1 | --managers: managers: found 2 addresses, expected one
            --group a/b               | --group: group id "a/b" is not an id
            --node -x                 | --node: node id "-x" is not an id
            --address nowhere         | --address: address: found "nowhere", expected host and port
            --hooks-dir /no/such      | hooks-dir: found "/no/such", expected a folder that exists
            --listen nowhere          | --listen: listen
            --sample-interval 5       | --sample-interval: sample-interval: found "5", expected a duration
            --sample-interval 1ms     | --sample-interval: sample-interval: found 1ms, allowed 500ms..5m
            --heartbeat-interval -1s  | --heartbeat-interval: heartbeat-interval: found "-1s", expected a duration
            --heartbeat-interval 1h   | --heartbeat-interval: heartbeat-interval: found 1h, allowed 100ms..15s
            --heartbeat-interval 10s  | --heartbeat-interval: found heartbeat-interval 10s with sample-interval 5s
            --sample-interval 500ms   | --sample-interval: found heartbeat-interval 1s with sample-interval 500ms
            --capacity 0              | --capacity: capacity: found 0, allowed 0.001..1000000
            --capacity -1             | --capacity: capacity: found -1, allowed 0.001..1000000
            --capacity NaN            | --capacity: capacity: found "NaN", expected a number such as 1.5
            --capacity 1e400          | --capacity: capacity: found "1e400", expected a number such as 1.5
            --capacity 1,5            | --capacity: capacity: found "1,5", expected a number such as 1.5
            --config /no/such.yaml    | /no/such.yaml: there is no such file
            --capcity 1               | unknown option "--capcity"; the nearest known option is --capacity
            --node a --node b         | option '--node' (NODE) should be specified only once
            """)
    void whatIsWrongWithAFlagIsOneLine(String arguments, String message) {
        Called called = Called.with(("agent " + arguments).split(" "));
        assertThat(called.err()).startsWith("fairlead agent: " + message).hasLineCount(1);
        assertThat(called.out()).isEmpty();
        boolean flag = !message.startsWith("/") && !message.startsWith("hooks-dir");
        assertThat(called.code()).isEqualTo(flag ? 2 : 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gruop: a           | :1: unknown key "gruop"; the nearest known key is "group"
            group: [a, b]      | :1: group: found a list
            capacity: "1"      | :1: capacity: found "1" in quotes
            managers: {a: b}   | :1: managers: found a mapping
            node:              | :1: node: found no value
            """)
    void whatIsWrongInTheFileIsOneLineWithItsPlace(String yaml, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), yaml);
        Called called = Called.with("agent", "--config", file.toString());
        assertThat(called.err()).startsWith("fairlead agent: " + file + message).hasLineCount(1);
        assertThat(called.code()).isEqualTo(1);
    }

    @Test
    void aFileOfTenMegabytesIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), "# ".repeat(5 << 20));
        Called called = Called.with("agent", "--config", file.toString());
        assertThat(called.err()).contains("larger than").hasLineCount(1);
        assertThat(called.code()).isEqualTo(1);
    }

    @Test
    void aPortInUseIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Called called = Called.with(
                    "agent",
                    "--state-dir",
                    folder.resolve("state").toString(),
                    "--listen",
                    "127.0.0.1:" + taken.getLocalPort());
            assertThat(called.err())
                    .startsWith("fairlead agent: ")
                    .contains(Integer.toString(taken.getLocalPort()))
                    .hasLineCount(1);
            assertThat(called.code()).isEqualTo(1);
        }
    }

    // Field case D13 on one machine: the demote hook of the second one's start must not run
    @Test
    void aSecondAgentOfANodeOnOneMachineIsRefusedBeforeAnyHookRuns() throws IOException {
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        Path marks = folder.resolve("marks");
        Path demote = Files.writeString(hooks.resolve("demote"), "#!/bin/sh\necho ran >> " + marks + "\n");
        Files.setPosixFilePermissions(demote, PosixFilePermissions.fromString("rwxr-xr-x"));
        String[] flags = {
            "agent",
            "--group",
            "line-1",
            "--node",
            "gw-1",
            "--managers",
            "http://127.0.0.1:1",
            "--listen",
            "127.0.0.1:0",
            "--hooks-dir",
            hooks.toString()
        };
        try (Child first = Child.start(folder, flags)) {
            first.awaitLine("agent ready on ");
            await().until(() -> Files.exists(marks));
            try (Child second = Child.start(folder, flags)) {
                assertThat(second.awaitEnd()).isEqualTo(1);
                assertThat(second.err())
                        .startsWith(
                                "fairlead agent: another agent of node gw-1 in group line-1 runs on this machine (process "
                                        + first.pid() + ", it has locked " + hooks.resolve("fairlead-line-1@gw-1.lock"))
                        .hasLineCount(1);
            }
            assertThat(Files.readAllLines(marks)).hasSize(1);
            first.kill();
            try (Child next = Child.start(folder, flags)) {
                next.awaitLine("agent ready on ");
                assertThat(next.terminate()).isZero();
            }
        }
    }

    @Test
    void anAgentWithoutAManagerWaitsForOneAndStopsInOrder() {
        try (Child agent =
                Child.start(folder, "agent", "--managers", "http://127.0.0.1:1", "--listen", "127.0.0.1:0")) {
            assertThat(agent.awaitLine("agent ready on http://127.0.0.1:")).contains("of group default");
            assertThat(agent.terminate()).isZero();
            assertThat(agent.err()).isEmpty();
        }
    }
}
