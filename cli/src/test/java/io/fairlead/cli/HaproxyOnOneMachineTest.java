package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.http.HaproxyPort;
import io.fairlead.agent.http.InstanceAnswer;
import io.fairlead.config.ListenAddress;
import io.fairlead.load.Metrics;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.SafetyMargin;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real HAProxy makes of the agent's answers. */
// Field case D25
class HaproxyOnOneMachineTest {

    @TempDir
    Path folder;

    private final AtomicReference<String> answer = new AtomicReference<>("");
    private final AtomicInteger asked = new AtomicInteger();

    private HaproxyPort port(String address) throws Exception {
        HaproxyPort port = HaproxyPort.take(ListenAddress.parse(address), () -> {
            asked.incrementAndGet();
            return answer.get();
        });
        port.start();
        return port;
    }

    private static Metrics metrics(double cpu) {
        TreeMap<String, Double> percents = new TreeMap<>();
        percents.put(Metrics.CPU, cpu);
        percents.put(Metrics.MEMORY, 5.0);
        return new Metrics(percents);
    }

    private void says(InstanceState state, Metrics metrics) {
        answer.set(InstanceAnswer.of(state, SafetyMargin.standard(), metrics, Duration.ZERO));
    }

    private static String server(String name, int weight, int port) {
        return name + " 127.0.0.1:1 weight " + weight + " agent-port " + port;
    }

    @Test
    void theStatesOfAnInstanceAreWhatHaproxyActsBy() throws Exception {
        says(InstanceState.UP, metrics(32.94));
        try (HaproxyPort first = port("127.0.0.1:0");
                Haproxy haproxy = Haproxy.start(
                        folder,
                        server("w0", 0, first.port()),
                        server("w1", 1, first.port()),
                        server("w100", 100, first.port()),
                        server("checked", 100, first.port()) + " check inter 100ms fall 1",
                        server("disabled", 100, first.port()) + " disabled")) {
            haproxy.awaitServer("w100", "no check 38 via agent : up");
            haproxy.awaitServer("w1", "no check 0 via agent : up");
            haproxy.awaitServer("w0", "no check 0 via agent : up");
            // Nobody listens at the service's port, and the agent does not vouch for it.
            haproxy.awaitServer("checked", "DOWN 38 via agent : up");
            haproxy.awaitServer("disabled", "no check 38 via agent : up");
            says(InstanceState.UP, metrics(99));
            haproxy.awaitServer("w100", "no check 1 ");
            says(InstanceState.DRAINING, metrics(0));
            haproxy.awaitServer("w100", "DRAIN (agent) 1");
            says(InstanceState.UP, metrics(32.94));
            haproxy.awaitServer("w100", "no check 38 ");
            says(InstanceState.MAINTENANCE, metrics(0));
            haproxy.awaitServer("w100", "MAINT");
            says(InstanceState.UP, metrics(0));
            haproxy.awaitServer("w100", "no check 100 ");
            haproxy.awaitServer("w1", "no check 1 ");
            haproxy.awaitServer("w0", "no check 0 ");
        }
    }

    @Test
    void whileNobodyAnswersHaproxyKeepsWhatItHeardAndAnUnknownLoadIsNeverTheWholeWeight() throws Exception {
        int number;
        says(InstanceState.UP, metrics(0));
        try (HaproxyPort port = port("127.0.0.1:0")) {
            number = port.port();
        }
        try (Haproxy haproxy = Haproxy.start(folder, server("s", 100, number))) {
            try (HaproxyPort port = port("127.0.0.1:" + number)) {
                haproxy.awaitServer("s", "no check 100 via agent : up");
                assertThat(port.port()).isEqualTo(number);
            }
            says(InstanceState.UP, new Metrics(new TreeMap<>()));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(haproxy.agentStatus("s")).isEqualTo("L4CON"));
            assertThat(haproxy.server("s")).startsWith("no check 100 ");
            try (HaproxyPort port = port("127.0.0.1:" + number)) {
                haproxy.awaitServer("s", "no check 1 via agent : up (cpu is not known)");
                assertThat(port.port()).isEqualTo(number);
            }
        }
    }

    @Test
    void anAnswerThatIsLostLeavesNoServerDownOrDrained() throws Exception {
        answer.set("down #standby");
        try (HaproxyPort port = port("127.0.0.1:0");
                Haproxy haproxy = Haproxy.start(folder, server("s", 100, port.port()))) {
            for (String before : List.of("down #standby", "drain", "maint", "down #stopping")) {
                answer.set(before);
                haproxy.awaitServer("s", before.equals("drain") ? "D" : before.startsWith("down") ? "DOWN" : "MAINT");
                says(InstanceState.UP, metrics(32.94));
                haproxy.awaitServer("s", "no check 38 ");
            }
            List<Socket> silent = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port.port()));
            }
            answer.set("up ready 7%");
            haproxy.awaitServer("s", "no check 7 ");
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static int port(Child agent) {
        String address = agent.awaitLine("agent-check on ");
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private Child manager(String more) throws Exception {
        Path config = Files.writeString(
                folder.resolve("manager.yaml"),
                "listen: 127.0.0.1:0\ndata-dir: " + folder.resolve("data")
                        + "\ngroups:\n  line-1: { preferred: gw-1, sample-interval: 500ms, window: 5, observe: preference }\n"
                        + more);
        return Child.start(folder, "manager", "--config", config.toString());
    }

    private Child agent(String manager, String node, String check, String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--agent-check",
                check,
                "--state-dir",
                folder.resolve("state-" + node).toString(),
                "--heartbeat-interval",
                "500ms",
                "--sample-interval",
                "500ms"));
        flags.addAll(List.of(more));
        return Child.start(folder, AgentChild.command(manager, node, flags.toArray(new String[0])));
    }

    @Test
    void thePrimaryHasItsWeightAStandbyItsShareAndAnAgentThatStopsIsDownUntilItIsBack() throws Exception {
        try (Child manager = manager("")) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "127.0.0.1:0");
                    Child second = agent(url, "gw-2", "127.0.0.1:0", "--standby-share", "5%")) {
                int one = port(first);
                int two = port(second);
                try (Haproxy haproxy = Haproxy.start(folder, server("gw-1", 100, one), server("gw-2", 100, two))) {
                    haproxy.awaitServer("gw-1", "no check 100 via agent : up");
                    haproxy.awaitServer("gw-2", "no check 5 via agent : up");
                    assertThat(first.terminate()).isZero();
                    haproxy.awaitServer("gw-1", "DOWN (agent) 100 ");
                    haproxy.awaitServer("gw-2", "no check 100 ");
                    try (Child again = agent(url, "gw-1", "127.0.0.1:" + one)) {
                        assertThat(port(again)).isEqualTo(one);
                        haproxy.awaitServer("gw-1", "DOWN (agent) 100 via agent : down (standby)");
                        second.kill();
                        haproxy.awaitServer("gw-1", "no check 100 via agent : up");
                        // A dead agent says nothing, and HAProxy keeps what it heard.
                        haproxy.awaitServer("gw-2", "no check 100 ");
                    }
                }
            }
        }
    }

    @Test
    void anAgentReportsItsMachineAsAnInstanceAndAnOperatorsDrainAndItsEndReachHaproxy() throws Exception {
        try (Child manager = manager("services:\n  battle: {}\n")) {
            String url = manager.awaitLine("manager ready on ");
            try (Child agent =
                    agent(url, "gw-1", "127.0.0.1:0", "--service", "name=battle,endpoint=ws://10.0.0.5:9000")) {
                int check = port(agent);
                try (Haproxy haproxy = Haproxy.start(folder, server("gw-1", 100, check))) {
                    haproxy.awaitServer("gw-1", "no check ");
                    await().atMost(Duration.ofSeconds(60))
                            .untilAsserted(() -> assertThat(Called.with("place", "battle", "--manager", url)
                                            .out())
                                    .contains("gw-1"));
                    assertThat(Called.with("drain", "battle", "gw-1", "--force", "--manager", url)
                                    .code())
                            .isZero();
                    haproxy.awaitServer("gw-1", "DRAIN (agent)");
                    assertThat(Called.with("drain", "battle", "gw-1", "--cancel", "--manager", url)
                                    .code())
                            .isZero();
                    haproxy.awaitServer("gw-1", "no check ");
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), check)) {
                        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                                .matches("up ready [1-9][0-9]{0,2}%( #[a-z ]+)?\n");
                    }
                    assertThat(agent.terminate()).isZero();
                    haproxy.awaitServer("gw-1", "DRAIN (agent)");
                }
            }
        }
    }
}
