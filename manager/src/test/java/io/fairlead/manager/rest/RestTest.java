package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a well-behaved client sees. */
final class RestTest {

    private static Served served;

    @BeforeAll
    static void open() throws Exception {
        served = new Served();
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void aHeartbeatIsAnsweredWithRoleTokenHoldAndPrimary() throws Exception {
        HttpResponse<String> response = served.beat("answer", "gw-1", Served.heartbeat("a1", "standby", 0));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(response.body())
                .isEqualTo("{\"role\":\"standby\",\"token\":0,\"hold_ms\":3000,\"primary\":null,"
                        + "\"sample_interval_ms\":100,\"group\":\"answer\",\"renewed\":false,"
                        + "\"directive\":{\"do\":\"none\",\"id\":0,\"reason\":null,\"from\":null,\"to\":null},"
                        + "\"timing\":{\"heartbeat_ms\":750,\"answer_wait_ms\":375,\"failsafe_after_ms\":1500,"
                        + "\"fence_lead_ms\":750,\"lease_ms\":3000},"
                        + "\"handover\":{\"mode\":\"overlap\",\"single_writer\":false,\"prepare_ms\":30000,"
                        + "\"promote_ms\":10000,\"drain_ms\":30000,\"cleanup_ms\":30000},\"cluster\":null}");
    }

    @Test
    void aNewGroupGetsAPrimaryAndTellsItToEverybody() throws Exception {
        await().until(() -> {
            served.beat("boot", "gw-2", Served.heartbeat("b1", "standby", 0));
            HttpResponse<String> beat = served.beat("boot", "gw-1", Served.heartbeat("a1", "standby", 0));
            return Served.json(beat).get("role").textValue().equals("primary");
        });
        JsonNode primary = Served.json(served.get("/v1/groups/boot/primary"));
        assertThat(primary.get("node").textValue()).isEqualTo("gw-1");
        assertThat(primary.get("address").textValue()).isEqualTo("10.0.0.5:8080");
        assertThat(primary.get("token").longValue()).isGreaterThan(1_700_000_000_000L);
        JsonNode other = Served.json(served.beat("boot", "gw-2", Served.heartbeat("b1", "standby", 0)));
        assertThat(other.get("primary").textValue()).isEqualTo("gw-1");
        assertThat(other.get("role").textValue()).isEqualTo("standby");
        assertThat(other.get("token").longValue())
                .isEqualTo(primary.get("token").longValue());

        JsonNode change = Served.json(served.get("/v1/groups/boot/decisions?changes=true"))
                .get("decisions")
                .get(0);
        assertThat(change.get("reason").textValue()).isEqualTo("BOOTSTRAP");
        assertThat(change.get("cause").textValue()).isEqualTo("BOOTSTRAP");
        assertThat(change.get("words").textValue()).isEqualTo("gw-1 becomes primary: the group had no primary yet");
        assertThat(change.get("checks").get(0).get("question").textValue()).isEqualTo("HEARTBEAT_AGE");
        assertThat(change.get("checks").get(0).get("words").textValue()).endsWith("- passed");
    }

    @Test
    void whereThereIsNoPrimaryTheAnswerSaysWhy() throws Exception {
        served.beat("nobody", "gw-1", Served.heartbeat("a1", "standby", 17));
        HttpResponse<String> response = served.get("/v1/groups/nobody/primary");
        assertThat(response.statusCode()).isEqualTo(503);
        JsonNode problem = Served.json(response);
        assertThat(problem.get("code").textValue()).isEqualTo("no-primary");
        assertThat(problem.get("detail").textValue())
                .startsWith("group nobody has no primary: the manager has just started to hear of it and waits");
    }

    @Test
    void aGroupIsShownWithItsNodesAndWhatIsUnknownIsNullAndNotZero() throws Exception {
        served.beat("show", "gw-1", Served.heartbeat(1, 12.5));
        served.beat("show", "gw-2", Served.heartbeat("b1", "standby", 0));
        await().until(() ->
                Served.json(served.get("/v1/groups/show")).get("round").longValue() > 0);
        JsonNode group = Served.json(served.get("/v1/groups/show"));
        assertThat(group.get("settings").get("profile").textValue()).isEqualTo("steady");
        JsonNode first = group.get("nodes").get(0);
        assertThat(first.get("state").textValue()).isIn("alive", "late");
        assertThat(first.get("sample").toString())
                .isEqualTo("{\"sequence\":1,\"metrics\":{\"cpu\":12.5,\"memory\":40.1},"
                        + "\"unknown\":{\"disk\":\"first reading\"},\"role_load\":8.5}");
        JsonNode second = group.get("nodes").get(1);
        assertThat(second.get("sample").isNull()).isTrue();
        assertThat(second.get("standing").get("average").isNull()).isTrue();
        assertThat(second.get("standing").get("measured").booleanValue()).isFalse();
        assertThat(group.get("decision").get("advantage").isNull()).isTrue();
    }

    @Test
    void aHookThatFailsIsShownWithItsNodeUntilItFailsNoMore() throws Exception {
        String good = Served.heartbeat("a1", "standby", 0);
        String failing = good.replace("}", ",\"hook\":{\"failed\":\"demote\",\"attempts\":3}}");
        served.beat("hooks", "gw-1", failing);
        JsonNode node = Served.json(served.get("/v1/groups/hooks")).get("nodes").get(0);
        assertThat(node.get("hook").toString()).isEqualTo("{\"failed\":\"demote\",\"attempts\":3}");
        served.beat("hooks", "gw-1", good);
        assertThat(Served.json(served.get("/v1/groups/hooks"))
                        .get("nodes")
                        .get(0)
                        .get("hook")
                        .isNull())
                .isTrue();
    }

    // Field case D04 c
    @Test
    void howFarANodesClockIsOffIsShownAndACalendarThatCannotBeIsUnknownAndKillsNobody() throws Exception {
        String good = Served.heartbeat("a1", "standby", 0);
        for (String clock : List.of("-1", "253402300800000", "9223372036854775807", "null")) {
            assertThat(served.beat("clocks", "gw-1", good.replace("}", ",\"clock_ms\":" + clock + "}"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(skew().isNull()).isTrue();
        }
        served.beat("clocks", "gw-1", good.replace("}", ",\"clock_ms\":0}"));
        assertThat(skew().longValue()).isLessThan(-1_600_000_000_000L);
        served.beat("clocks", "gw-1", good);
        assertThat(skew().isNull()).isTrue();
    }

    private JsonNode skew() throws Exception {
        return Served.json(served.get("/v1/groups/clocks")).get("nodes").get(0).get("clock_skew_ms");
    }

    @Test
    void groupsAreListedInPages() throws Exception {
        for (String group : List.of("page-a", "page-b", "page-c")) {
            served.beat(group, "gw-1", Served.heartbeat("a1", "standby", 0));
        }
        JsonNode first = Served.json(served.get("/v1/groups?after=page&limit=2"));
        assertThat(first.get("groups").findValuesAsText("group")).containsExactly("page-a", "page-b");
        assertThat(first.get("next").textValue()).isEqualTo("page-b");
        JsonNode second = Served.json(served.get("/v1/groups?after=page-b&limit=1"));
        assertThat(second.get("groups").findValuesAsText("group")).containsExactly("page-c");
    }

    @Test
    void decisionsArePagedAndEachCanBeAskedFor() throws Exception {
        await().until(() -> {
            served.beat("rounds", "gw-1", Served.heartbeat("a1", "standby", 0));
            return Served.json(served.get("/v1/groups/rounds")).get("round").longValue() >= 8;
        });
        JsonNode page = Served.json(served.get("/v1/groups/rounds/decisions?after=5&limit=2"))
                .get("decisions");
        assertThat(page.get(0).get("round").longValue()).isEqualTo(6);
        assertThat(page.get(1).get("round").longValue()).isEqualTo(7);
        JsonNode one = Served.json(served.get("/v1/groups/rounds/decisions/7")).get("decisions");
        assertThat(one).hasSize(1);
        assertThat(one.get(0)).isEqualTo(page.get(1));
        HttpResponse<String> none = served.get("/v1/groups/rounds/decisions/999999");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(Served.json(none).get("code").textValue()).isEqualTo("unknown-round");
    }

    // Field case D13
    @Test
    void aSecondProcessWithATakenIdIsToldBothAddresses() throws Exception {
        served.beat("twins", "edge-07", Served.heartbeat("a1", "standby", 0));
        HttpResponse<String> second = served.beat(
                "twins", "edge-07", Served.heartbeat("b2", "standby", 0).replace("10.0.0.5", "10.0.0.9"));
        assertThat(second.statusCode()).isEqualTo(409);
        JsonNode problem = Served.json(second);
        assertThat(problem.get("code").textValue()).isEqualTo("incarnation-conflict");
        assertThat(problem.get("detail").textValue())
                .contains("10.0.0.5:8080 (connected from 127.0.0.1)")
                .contains("10.0.0.9:8080 (connected from 127.0.0.1)");
        assertThat(second.headers().firstValue("retry-after")).isPresent();
        JsonNode shown =
                Served.json(served.get("/v1/groups/twins")).get("nodes").get(0).get("conflict");
        assertThat(shown.get("claimant").textValue()).startsWith("10.0.0.9:8080");
    }

    @Test
    void aNodeThatBeatsTooRarelyForItsGroupIsToldTheLimitOnceItCanKnowTheLease() throws Exception {
        String rare = Served.heartbeat("a1", "standby", 0).replace("_ms\":100", "_ms\":1501");
        assertThat(served.beat("rare", "gw-1", rare).statusCode()).isEqualTo(200);
        assertThat(served.beat("rare", "gw-1", rare).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = served.beat("rare", "gw-1", rare);
        assertThat(refused.statusCode()).isEqualTo(400);
        JsonNode problem = Served.json(refused);
        assertThat(problem.get("code").textValue()).isEqualTo("out-of-range");
        assertThat(problem.get("pointer").textValue()).isEqualTo("/heartbeat_interval_ms");
        assertThat(problem.get("detail").textValue())
                .isEqualTo("/heartbeat_interval_ms is 1501: use at most 1500, half the lease of group rare");
        assertThat(problem.get("heartbeat_ms").longValue())
                .isEqualTo(Served.HOLD.heartbeat().toMillis());
    }

    @Test
    void healthAndTheIndexAnswer() throws Exception {
        assertThat(served.get("/health/live").body()).isEqualTo("{\"status\":\"live\"}");
        assertThat(served.get("/health/ready").body())
                .isEqualTo("{\"status\":\"ready\",\"journal\":\"ok\",\"store\":\"ok\"}");
        HttpResponse<String> index = served.get("/v1");
        assertThat(index.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
        assertThat(index.body()).contains("GET    /v1/groups/{group}/decisions/{round}", "GET    /health/ready");
    }

    @Test
    void manyNodesBeatAtTheSameTimeAndEachIsAnswered() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> pending = new ArrayList<>();
        for (int round = 1; round <= 10; round++) {
            for (int node = 0; node < 200; node++) {
                pending.add(served.client.sendAsync(
                        served.post("crowd-" + node % 5, "gw-" + node, Served.heartbeat(round, node / 2.0)),
                        HttpResponse.BodyHandlers.ofString()));
            }
            CompletableFuture.allOf(pending.toArray(CompletableFuture[]::new)).join();
        }
        assertThat(pending).hasSize(2_000);
        assertThat(pending.stream().filter(answer -> answer.join().statusCode() != 200))
                .isEmpty();
        for (int group = 0; group < 5; group++) {
            JsonNode shown = Served.json(served.get("/v1/groups/crowd-" + group));
            assertThat(shown.get("nodes")).hasSize(40);
            for (JsonNode node : shown.get("nodes")) {
                int number = Integer.parseInt(node.get("node").textValue().substring(3));
                assertThat(node.get("sample").get("sequence").longValue()).isEqualTo(10);
                assertThat(node.get("sample").get("metrics").get("cpu").doubleValue())
                        .isEqualTo(number / 2.0);
            }
        }
    }
}
