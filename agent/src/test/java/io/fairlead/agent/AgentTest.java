package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A whole agent that measures this machine. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class AgentTest {
    @TempDir
    Path folder;

    @Test
    void anAgentReportsThisMachineAndShowsItsRoleOnTheLocalPort() throws Exception {
        try (ManagerStub manager = new ManagerStub();
                Agent agent = Agent.start(config(manager))) {
            await().until(() -> manager.received().stream()
                    .anyMatch(r -> r.body().path("sample").path("sequence").longValue() >= 2));
            JsonNode sample = manager.received().stream()
                    .map(r -> r.body().path("sample"))
                    .filter(s -> s.path("sequence").longValue() >= 2)
                    .findFirst()
                    .orElseThrow();
            assertThat(sample.path("metrics").path("cpu").doubleValue()).isBetween(0.0, 100.0);
            assertThat(sample.path("metrics").path("memory").doubleValue()).isBetween(0.1, 100.0);
            assertThat(get(agent, "/primary")).isEqualTo(503);
            assertThat(get(agent, "/health")).isEqualTo(200);
            manager.primary(1, 30_000);
            await().until(agent::isPrimary);
            assertThat(get(agent, "/primary")).isEqualTo(200);
        }
    }

    @Test
    void sequencesOnlyGrow() throws Exception {
        try (ManagerStub manager = new ManagerStub();
                Agent agent = Agent.start(config(manager))) {
            assertThat(agent.isPrimary()).isFalse();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> sequences(manager).stream().distinct().count() >= 3);
            assertThat(sequences(manager)).isSorted();
        }
    }

    @Test
    void theMachineIsReadAsOftenAsTheGroupWantsItWhereThatIsMoreOften() throws Exception {
        Path file = Files.writeString(
                folder.resolve("agent.yaml"),
                "state-dir: " + folder.resolve("state")
                        + "\ngroup: line-1\nnode: gw-1\nlisten: 127.0.0.1:0\nsample-interval: 5m\nheartbeat-interval: 100ms\n");
        try (ManagerStub manager = new ManagerStub()) {
            manager.wantSamplesEvery(500);
            AgentConfig config = AgentConfigReader.read(
                    file, Map.of("managers", manager.uri().toString()));
            try (Agent agent = Agent.start(config)) {
                assertThat(agent.isPrimary()).isFalse();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> sequences(manager).stream().distinct().count() >= 3);
            }
        }
    }

    private AgentConfig withToken(ManagerStub manager, String mode) throws IOException {
        Path token = Files.writeString(folder.resolve("agent.token"), "s3cr3t-0123456789\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString(mode));
        Path file = Files.writeString(
                folder.resolve("agent.yaml"),
                "state-dir: " + folder.resolve("state")
                        + "\ngroup: line-1\nnode: gw-1\nlisten: 127.0.0.1:0\nheartbeat-interval: 100ms\ntoken-file: "
                        + token + "\n");
        return AgentConfigReader.read(file, Map.of("managers", manager.uri().toString()));
    }

    @Test
    void theTokenInItsFileGoesWithEachHeartbeatAndARefusalOfItNamesTheFile() throws Exception {
        try (ManagerStub manager = new ManagerStub();
                Agent agent = Agent.start(withToken(manager, "rw-------"))) {
            await().until(() -> manager.received().size() >= 2);
            assertThat(manager.received())
                    .allSatisfy(beat -> assertThat(beat.authorization()).isEqualTo("Bearer s3cr3t-0123456789"));
            manager.refuse(401, "unauthorized", "the token is not one that this manager knows");
            await().untilAsserted(() -> assertThat(health(agent))
                    .contains(
                            "status 401 (unauthorized: the token is not one that this manager knows; it is the token in "
                                    + folder.resolve("agent.token") + ")")
                    .doesNotContain("s3cr3t"));
        }
    }

    @Test
    void whereAManagerWantsATokenAndNoneIsSetTheKeyIsNamed() throws Exception {
        try (ManagerStub manager = new ManagerStub();
                Agent agent = Agent.start(config(manager))) {
            manager.refuse(401, "unauthorized", "this manager wants a token");
            await().untilAsserted(() -> assertThat(health(agent))
                    .contains("this manager wants a token; none is set: --token-file FILE, or token-file in the"
                            + " configuration)"));
            assertThat(manager.received())
                    .allSatisfy(beat -> assertThat(beat.authorization()).isNull());
        }
    }

    @Test
    void aTokenThatOthersCanReadIsRefusedAtTheStart() throws IOException {
        try (ManagerStub manager = new ManagerStub()) {
            AgentConfig config = withToken(manager, "rw-r--r--");
            assertThatThrownBy(() -> Agent.start(config))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("token-file: " + folder.resolve("agent.token") + ": its mode is rw-r--r--")
                    .hasMessageContaining("chmod 600");
            assertThat(manager.received()).isEmpty();
        }
    }

    // Field case D06 (e)
    @Test
    void aHealthHookThatIsAskedForAndIsNotThereIsRefusedAtTheStart() throws IOException {
        Path file = Files.writeString(
                folder.resolve("agent.yaml"),
                "state-dir: " + folder.resolve("state") + "\nlisten: 127.0.0.1:0\nhooks-dir: " + folder
                        + "\nhealth: { every: 2s, timeout: 1s }\n");
        AgentConfig config = AgentConfigReader.read(file, Map.of());
        assertThatThrownBy(() -> Agent.start(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("health: says how a hook is asked that is not there");
    }

    @Test
    void aHooksFolderThatDoesNotExistIsRefusedAtTheStart() throws IOException {
        try (ManagerStub manager = new ManagerStub()) {
            AgentConfig config = AgentConfigReader.read(
                    null,
                    Map.of(
                            "managers",
                            manager.uri().toString(),
                            "hooks-dir",
                            folder.resolve("no").toString(),
                            "state-dir",
                            "none"));
            assertThatThrownBy(() -> Agent.start(config))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("hooks-dir: found \"");
            assertThat(manager.received()).isEmpty();
        }
    }

    @Test
    void anAgentThatStartsAgainTakesNoRoleByATokenThatItHadBefore() throws Exception {
        try (ManagerStub manager = new ManagerStub()) {
            manager.primary(7, 30_000);
            try (Agent agent = Agent.start(config(manager))) {
                await().until(agent::isPrimary);
            }
            try (Agent agent = Agent.start(config(manager))) {
                int before = manager.received().size();
                await().until(() -> manager.received().size() > before + 3);
                assertThat(manager.last().path("token").longValue()).isEqualTo(7);
                assertThat(agent.isPrimary()).isFalse();
                manager.primary(8, 30_000);
                await().until(agent::isPrimary);
            }
        }
    }

    @Test
    void aDamagedTokenIsRefusedAtTheStartAndNothingIsBegunAnew() throws Exception {
        Path state = Files.createDirectory(folder.resolve("state"));
        Files.writeString(state.resolve("node.token"), "seven\n");
        try (ManagerStub manager = new ManagerStub()) {
            AgentConfig config = config(manager);
            assertThatThrownBy(() -> Agent.start(config))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(state.resolve("node.token").toString());
            assertThat(manager.received()).isEmpty();
        }
    }

    @Test
    void aTakenLocalPortIsRefusedAtTheStart() throws IOException {
        try (ManagerStub manager = new ManagerStub()) {
            AgentConfig config = AgentConfigReader.read(
                    null,
                    Map.of(
                            "managers",
                            manager.uri().toString(),
                            "listen",
                            "127.0.0.1:" + manager.uri().getPort(),
                            "state-dir",
                            folder.resolve("state").toString()));
            assertThatThrownBy(() -> Agent.start(config))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("listen 127.0.0.1:")
                    .hasMessageContaining("another process uses this port");
            assertThat(manager.received()).isEmpty();
        }
    }

    private static List<Long> sequences(ManagerStub manager) {
        return manager.received().stream()
                .filter(r -> r.body().has("sample"))
                .map(r -> r.body().path("sample").path("sequence").longValue())
                .toList();
    }

    private AgentConfig config(ManagerStub manager) throws IOException {
        Path file = Files.writeString(
                folder.resolve("agent.yaml"),
                "state-dir: " + folder.resolve("state")
                        + "\ngroup: line-1\nnode: gw-1\nlisten: 127.0.0.1:0\nsample-interval: 500ms\nheartbeat-interval: 100ms\n");
        return AgentConfigReader.read(file, Map.of("managers", manager.uri().toString()));
    }

    private static String health(Agent agent) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + agent.localPort() + "/health");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int get(Agent agent, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + agent.localPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
