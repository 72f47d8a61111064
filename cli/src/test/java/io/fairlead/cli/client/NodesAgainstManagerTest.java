package io.fairlead.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.cli.Child;
import io.fairlead.client.role.RoleCallbacks;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.client.role.RoleSettings;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are nodes themselves, against a manager that is a process of its own. */
@Timeout(120)
final class NodesAgainstManagerTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<RoleParticipant> joined = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch enough = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();

    /** Notes what it is told. */
    private class Noting implements RoleCallbacks {
        private final String node;

        Noting(String node) {
            this.node = node;
        }

        @Override
        public void promote(RoleChange change) throws Exception {
            told.add(node + " promote");
        }

        @Override
        public void demote(RoleChange change) throws Exception {
            told.add(node + " demote " + change.reason());
        }
    }

    /** Its promote takes until the test has seen enough. */
    private final class Blocking extends Noting {
        Blocking() {
            super("gw-1");
        }

        @Override
        public void promote(RoleChange change) throws Exception {
            super.promote(change);
            assertThat(enough.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            told.add("gw-1 works");
        }
    }

    /** Its demote fails until the test has seen enough. */
    private final class Failing extends Noting {
        Failing() {
            super("gw-2");
        }

        @Override
        public void demote(RoleChange change) throws Exception {
            super.demote(change);
            if (enough.getCount() > 0) {
                failures.incrementAndGet();
                throw new IllegalStateException("not yet");
            }
        }
    }

    private RoleParticipant join(String url, String node, RoleCallbacks callbacks) throws IOException {
        RoleParticipant participant = RoleParticipant.join(
                RoleSettings.of(new GroupId("line-1"), new NodeId(node)).withManager(URI.create(url)), callbacks);
        joined.add(participant);
        return participant;
    }

    @AfterEach
    void leave() {
        enough.countDown();
        joined.forEach(RoleParticipant::close);
    }

    private JsonNode group(String url) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/v1/groups/line-1")).build();
        return new ObjectMapper()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private JsonNode node(String url, String id) throws Exception {
        for (JsonNode node : group(url).path("nodes")) {
            if (node.path("node").asText().equals(id)) {
                return node;
            }
        }
        throw new AssertionError(id + " is not listed");
    }

    private String state(String url, String id) throws Exception {
        return node(url, id).path("state").asText();
    }

    private String primary(String url) throws Exception {
        return group(url).path("primary").path("node").asText();
    }

    private Child manager() throws IOException {
        Path config = Files.writeString(folder.resolve("manager.yaml"), """
                timing: {lease: 2s}
                groups:
                  line-1: { sample-interval: 500ms, window: 5 }
                """);
        return Child.through(
                List.of(), folder, Map.of(), "manager", "--listen", "127.0.0.1:0", "--config", config.toString());
    }

    @Test
    void nodesWhoseCallbacksBlockAndFailStayAliveAndThePrimaryThatClosesIsFollowedByTheOther() throws Exception {
        try (Child manager = manager()) {
            String url = manager.awaitLine("manager ready on ");
            RoleParticipant first = join(url, "gw-1", new Blocking());
            await().atMost(LONG).until(() -> told.contains("gw-1 promote"));
            RoleParticipant second = join(url, "gw-2", new Failing());
            await().atMost(LONG).until(() -> failures.get() > 0);
            JsonNode before = group(url);
            long silence = before.path("settings").path("failover_after_ms").longValue();
            long round = before.path("settings").path("sample_interval_ms").longValue();
            // Whoever does not beat meanwhile is dead afterwards.
            long until = before.path("round").longValue() + silence / round + 2;
            await().atMost(LONG).until(() -> group(url).path("round").longValue() > until);
            assertThat(told).doesNotContain("gw-1 works");
            assertThat(state(url, "gw-1")).isEqualTo("alive");
            assertThat(state(url, "gw-2")).isEqualTo("alive");
            assertThat(first.isPrimary()).isTrue();
            assertThat(second.isPrimary()).isFalse();
            assertThat(primary(url)).isEqualTo("gw-1");
            assertThat(node(url, "gw-2").path("hook").path("failed").asText()).isEqualTo("demote");

            enough.countDown();
            await().atMost(LONG)
                    .until(() -> told.contains("gw-1 works")
                            && node(url, "gw-2").path("hook").isNull());
            long token = first.token();
            first.close();
            assertThat(first.isPrimary()).isFalse();
            assertThat(state(url, "gw-1")).as("it said goodbye").isEqualTo("gone");
            await().atMost(LONG).until(() -> told.contains("gw-2 promote"));
            assertThat(second.isPrimary()).isTrue();
            assertThat(second.token()).isGreaterThan(token);
            assertThat(told)
                    .containsSubsequence("gw-1 demote START", "gw-1 promote", "gw-1 demote STOPPING", "gw-2 promote");
            await().atMost(LONG).until(() -> primary(url).equals("gw-2"));
            second.close();
            assertThat(manager.terminate()).isZero();
        }
    }
}
