package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager and agents as processes of their own, looked at with status and why, over real connections. */
class GroupOnOneMachineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void aKilledPrimaryIsReplacedAndBothCommandsSayWhy() throws IOException {
        // Holds of 3 s instead of 30 keep the test short; the law between hold and failover-after is the same.
        Path config = Files.writeString(folder.resolve("manager.yaml"), """
                timing: {lease: 3s}
                groups:
                  line-1: { sample-interval: 500ms, window: 5 }
                """);
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString())) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1");
                    Child second = agent(url, "gw-2")) {
                awaitPrimary(url, "gw-1");
                awaitStatus(url, "gw-2  standby  alive");
                assertThat(awaitWhy(url, "gw-1 stays primary")).contains("Checked, in this order:");

                first.kill();
                awaitPrimary(url, "gw-2");
                assertThat(status(url)).contains("gw-2 becomes primary instead of gw-1: the last primary is gone");

                assertThat(second.terminate())
                        .as("an agent that is told to stop: %s", second.out())
                        .isZero();
                assertThat(second.err()).isEmpty();
                awaitStatus(url, "nobody is primary");
            }
            assertThat(manager.terminate()).isZero();
            assertThat(manager.err()).isEmpty();
        }
    }

    @Test
    void aNodeWhosePromoteFailsIsFollowedByAnotherAndNothingFlapsAfterwards() throws Exception {
        Path config = Files.writeString(folder.resolve("manager.yaml"), """
                timing: {lease: 3s}
                groups:
                  line-1: { sample-interval: 500ms, window: 5, preferred: gw-1 }
                """);
        Path broken = hooks("broken", "exit 1");
        Path sound = hooks("sound", "true");
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString())) {
            String url = manager.awaitLine("manager ready on ");
            try (Child first = agent(url, "gw-1", "--hooks-dir", broken.toString());
                    Child second = agent(url, "gw-2", "--hooks-dir", sound.toString())) {
                awaitPrimary(url, "gw-2");
                assertThat(Files.readAllLines(broken.resolve("ran")))
                        .startsWith("demote START", "promote PROMOTED", "demote PROMOTE_FAILED")
                        .doesNotContain("demote LEASE_LOST");
                JsonNode failing = get(url, "/v1/groups/line-1").path("nodes").path(0);
                assertThat(failing.path("node").textValue()).isEqualTo("gw-1");
                assertThat(failing.path("hook").path("failed").textValue()).isEqualTo("promote");

                long now = get(url, "/v1/groups/line-1").path("round").longValue();
                JsonNode changes = get(url, "/v1/groups/line-1/decisions?changes=true");
                List<String> ran = Files.readAllLines(broken.resolve("ran"));
                await().atMost(PATIENCE)
                        .until(() -> get(url, "/v1/groups/line-1").path("round").longValue() > now + 20);
                assertThat(get(url, "/v1/groups/line-1/decisions?changes=true")).isEqualTo(changes);
                assertThat(Files.readAllLines(broken.resolve("ran"))).isEqualTo(ran);
                assertThat(Files.readAllLines(sound.resolve("ran")))
                        .containsExactly("demote START", "promote PROMOTED");
                assertThat(first.isAlive() && second.isAlive()).isTrue();
            }
        }
    }

    @Test
    void statusIsOverSoonAfterTheStartOfItsProcess() {
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0")) {
            String url = manager.awaitLine("manager ready on ");
            // The promise is one second on a machine with nothing else to do. Here others may be at work too, hence the
            // least of several runs and twice the time: what is to be noticed is a start that got much slower.
            Duration least = Duration.ofDays(1);
            for (int i = 0; i < 5; i++) {
                long began = System.nanoTime();
                try (Child status = Child.start(folder, Map.of("FAIRLEAD_MANAGER", url), List.of(), "status")) {
                    assertThat(status.awaitEnd()).as(status.err()).isZero();
                }
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                least = took.compareTo(least) < 0 ? took : least;
            }
            assertThat(least).isLessThan(Duration.ofSeconds(2));
        }
    }

    // Field case D12
    @Test
    void aGermanMachineWritesTheSameNumbers() throws IOException {
        Path config = Files.writeString(
                folder.resolve("manager.yaml"),
                "timing: {lease: 3s}\ngroups: { line-1: { sample-interval: 500ms, window: 5 } }");
        List<String> german = List.of("-Duser.language=de", "-Duser.country=DE");
        String[] start = {"manager", "--listen", "127.0.0.1:0", "--config", config.toString()};
        try (Child manager = Child.start(folder, Map.of(), german, start)) {
            String url = manager.awaitLine("manager ready on ");
            String[] flags = AgentChild.command(
                    url, "gw-1", "--sample-interval", "500ms", "--heartbeat-interval", "250ms", "--capacity", "1.5");
            try (Child agent = Child.start(folder, Map.of(), german, flags)) {
                agent.awaitLine("agent ready on ");
                awaitPrimary(url, "gw-1");
                awaitStatus(url, "round");
                try (Child status = Child.start(folder, Map.of(), german, "status", "line-1", "--manager", url)) {
                    assertThat(status.awaitEnd()).isZero();
                    assertThat(status.out())
                            .contains("of 0.5 s each")
                            .containsPattern("\\d\\.\\d")
                            .doesNotContainPattern("\\d,\\d");
                }
                try (Child json =
                        Child.start(folder, Map.of(), german, "status", "line-1", "--json", "--manager", url)) {
                    assertThat(json.awaitEnd()).isZero();
                    assertThat(json.out()).contains("\"capacity\":1.5");
                }
            }
        }
    }

    /** Hooks that write down what they are told, and a promote that ends as it is told. */
    private Path hooks(String name, String end) throws IOException {
        Map<String, String> scripts = Map.of("promote", end, "demote", "true");
        return AgentChild.hooks(folder.resolve(name), "${0##*/} $FAIRLEAD_REASON", scripts);
    }

    private static JsonNode get(String url, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
        return new ObjectMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private Child agent(String url, String node, String... more) {
        List<String> flags = new ArrayList<>(List.of("--sample-interval", "500ms", "--heartbeat-interval", "250ms"));
        flags.addAll(List.of(more));
        Child agent = Child.start(folder, AgentChild.command(url, node, flags.toArray(new String[0])));
        agent.awaitLine("agent ready on ");
        return agent;
    }

    private static void awaitPrimary(String url, String node) {
        awaitStatus(url, "line-1: " + node + " is primary");
    }

    private static void awaitStatus(String url, String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(url)).contains(text));
    }

    private static String status(String url) {
        Called called = Called.with("status", "line-1", "--manager", url);
        return called.out() + called.err();
    }

    private static String awaitWhy(String url, String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(why(url)).contains(text));
        return why(url);
    }

    private static String why(String url) {
        return Called.with("why", "line-1", "--manager", url).out();
    }
}
