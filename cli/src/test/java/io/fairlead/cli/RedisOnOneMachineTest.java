package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.redis.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Managers as processes of their own that remember services in one real Redis. */
class RedisOnOneMachineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private int sequence;

    private Child manager(RedisServer redis, String name) throws Exception {
        Path own = Files.createDirectories(folder.resolve(name));
        return Child.start(
                own,
                "manager",
                "--listen",
                "127.0.0.1:0",
                "--data-dir",
                own.resolve("data").toString(),
                "--store",
                redis.url(),
                "--store-prefix",
                "test");
    }

    private HttpResponse<String> send(String method, String url, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> report(String url, String instance, String renew) throws Exception {
        return send(
                "PUT",
                url + "/v1/services/battle/instances/" + instance,
                "{\"incarnation\":\"a1\",\"sequence\":" + ++sequence
                        + ",\"sample_age_ms\":0,\"uptime_ms\":100000,\"rooms\":3,\"capacity\":4,\"endpoint\":\"ws://"
                        + instance
                        + ".example:9000\",\"metrics\":{\"cpu\":20,\"memory\":30},\"renew\":[" + renew + "]}");
    }

    private void allReport(String url) throws Exception {
        for (String instance : List.of("i1", "i2", "i3")) {
            assertThat(report(url, instance, "").statusCode()).isEqualTo(200);
        }
    }

    private JsonNode place(String url, String room) throws Exception {
        HttpResponse<String> answer =
                send("POST", url + "/v1/services/battle/placements", "{\"room\":\"" + room + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static String home(JsonNode placed) {
        return placed.get("instance").textValue() + " " + placed.at("/claim/epoch");
    }

    private String store(String url) throws Exception {
        return JSON.readTree(send("GET", url + "/health/ready", "").body())
                .get("store")
                .textValue();
    }

    @Test
    void managersThatShareARedisGiveEachRoomOneHomeAndKeepItWhenTheyAreStartedAgain() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Child first = manager(redis, "first");
                Child second = manager(redis, "second")) {
            String one = first.awaitLine("manager ready on ");
            String other = second.awaitLine("manager ready on ");
            allReport(one);
            List<String> homes = new ArrayList<>();
            for (int room = 0; room < 30; room++) {
                String home = home(place(room % 2 == 0 ? one : other, "r" + room));
                assertThat(home(place(room % 2 == 0 ? other : one, "r" + room))).isEqualTo(home);
                homes.add(home);
            }
            assertThat(Called.with("drain", "battle", "i1", "--within", "1h", "--manager", one)
                            .code())
                    .isZero();
            await().atMost(PATIENCE).untilAsserted(() -> {
                allReport(one);
                assertThat(send("GET", other + "/v1/services/battle", "").body())
                        .contains("\"state\":\"draining\"");
            });
            assertThat(first.terminate()).isZero();
            try (Child third = manager(redis, "third")) {
                String next = third.awaitLine("manager ready on ");
                TreeSet<String> used = new TreeSet<>();
                for (int room = 0; room < 30; room++) {
                    assertThat(home(place(next, "r" + room))).isEqualTo(homes.get(room));
                    used.add(place(next, "new" + room).get("instance").textValue());
                }
                assertThat(used).containsExactly("i2", "i3");
            }
        }
    }

    @Test
    void whileRedisDoesNotAnswerRoomsAreStillPlacedAlikeAndTheirProcessesClaimThemAfterwards() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Child first = manager(redis, "first");
                Child second = manager(redis, "second")) {
            String one = first.awaitLine("manager ready on ");
            String other = second.awaitLine("manager ready on ");
            allReport(one);
            String before = home(place(one, "before"));
            assertThat(home(place(other, "before"))).isEqualTo(before);
            for (String url : List.of(one, other)) {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    allReport(one);
                    String placed = send("POST", url + "/v1/services/battle/placements", "{}")
                            .body();
                    assertThat(JSON.readTree(placed).get("offers")).hasSize(3);
                });
            }
            redis.freeze();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(place(one, "first").get("basis").textValue()).isEqualTo("STALE");
                assertThat(place(other, "first").get("basis").textValue()).isEqualTo("STALE");
                assertThat(store(one)).contains("127.0.0.1:" + redis.port());
            });
            List<String> homes = new ArrayList<>();
            for (int room = 0; room < 20; room++) {
                JsonNode placed = place(one, "away" + room);
                assertThat(placed.get("claim").isNull()).isTrue();
                assertThat(placed.get("instance"))
                        .as("room %d: %s", room, placed)
                        .isEqualTo(place(other, "away" + room).get("instance"));
                homes.add(placed.get("instance").textValue());
            }
            assertThat(new TreeSet<>(homes)).hasSizeGreaterThan(1);
            Called said = Called.with("place", "battle", "--room", "away0", "--manager", one);
            assertThat(said.out()).contains("room away0 has no claim, since the store is away");
            assertThat(report(one, "i1", "").body()).contains("\"code\":\"store-away\"");
            redis.thaw();
            await().atMost(PATIENCE).untilAsserted(() -> {
                HttpResponse<String> taken = report(one, homes.get(0), "{\"room\":\"away0\",\"epoch\":null}");
                assertThat(taken.statusCode()).isEqualTo(200);
                JsonNode claimed = JSON.readTree(taken.body()).at("/claimed/0");
                assertThat(home(place(other, "away0"))).isEqualTo(homes.get(0) + " " + claimed.get("epoch"));
            });
            assertThat(home(place(one, "before"))).isEqualTo(before);
            await().atMost(PATIENCE).untilAsserted(() -> {
                allReport(one);
                assertThat(place(one, "later").get("basis").textValue()).isIn("WEIGHTED", "AFFINITY");
                assertThat(store(one)).isEqualTo("ok");
            });
        }
    }

    @Test
    void aStoreThatCannotBeIsRefusedAtTheStartWithoutItsPasswordAndBeforeAnythingIsWritten() {
        Called called = refused(1, "--store", "redis://:s3cr3t@host:99999");
        assertThat(called.err())
                .contains("store: ", "the port is not a number of 1..65535")
                .doesNotContain("s3cr3t")
                .hasLineCount(1);
        assertThat(refused(1, "--store", "mongo://host").err())
                .contains("store: ", "redis://")
                .hasLineCount(1);
        assertThat(refused(2, "--store-prefix", "p").err())
                .contains("store-prefix: there is no store beside the manager")
                .hasLineCount(1);
        assertThat(refused(2, "--store-wait-replicas", "1").err())
                .contains("store-wait-replicas: there is no store beside the manager")
                .hasLineCount(1);
        assertThat(refused(2, "--store", "redis://h", "--store-wait-replicas", "101")
                        .err())
                .contains("store-wait-replicas is 101: use 0..100")
                .hasLineCount(1);
        assertThat(refused(1, "--store", "redis-sentinel://:s3cr3t@h").err())
                .contains("store: ", "sentinels want ?master=NAME")
                .doesNotContain("s3cr3t")
                .hasLineCount(1);
        assertThat(folder.resolve("data")).doesNotExist();
    }

    private Called refused(int code, String... flags) {
        List<String> all = new ArrayList<>(List.of("manager", "--listen", "127.0.0.1:0"));
        all.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        all.addAll(List.of(flags));
        Called called = Called.with(all.toArray(String[]::new));
        assertThat(called.code()).as(called.err()).isEqualTo(code);
        return called;
    }
}
