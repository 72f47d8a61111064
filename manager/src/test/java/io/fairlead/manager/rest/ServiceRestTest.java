package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.services.ServiceSettings;
import io.fairlead.manager.services.Services;
import io.fairlead.manager.services.Stores;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Term;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services over a real port: what their instances, their callers and a dashboard see, and what is refused. */
final class ServiceRestTest {

    private static final String BATTLE = "/v1/services/battle";

    private final HandTimeline timeline = new HandTimeline();
    private static final ServiceSettings SAFETY_MARGIN = new ServiceSettings(
            PlacementSettings.safetyMargin().with(PlacementTerms.standard().without(Term.TWO_DRAWS)));

    private Served served;

    @BeforeEach
    void open() throws Exception {
        Groups groups = new Groups(timeline, Served.HOLD, id -> GroupSettings.standard());
        Services services =
                new Services(timeline, Stores.inMemory(), id -> SAFETY_MARGIN, new SplittableRandom(7)::nextLong);
        Api api = Api.of(groups, services, Runnable::run, null);
        served = new Served(HttpLimits.standard(), request -> oneAtATime(api, request));
        advance(60);
    }

    /** The hand-driven timeline runs turns on the caller's thread, of which the port has several. */
    private synchronized CompletionStage<Reply> oneAtATime(Api api, Request request) {
        return api.answer(request);
    }

    private synchronized void advance(int seconds) {
        timeline.advance(Duration.ofSeconds(seconds));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private HttpResponse<String> send(String method, String target, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(served.uri(target)).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return served.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String report(String incarnation, long sequence, double cpu) {
        return "{\"incarnation\":\"" + incarnation + "\",\"sequence\":" + sequence
                + ",\"sample_age_ms\":0,\"uptime_ms\":5000,\"state\":\"up\",\"endpoint\":\"ws://10.0.0.5:9000\","
                + "\"metrics\":{\"cpu\":" + cpu + ",\"memory\":10.0},\"capacity\":4,\"rooms\":3}";
    }

    private JsonNode put(String instance, String body) throws Exception {
        HttpResponse<String> response = send("PUT", BATTLE + "/instances/" + instance, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Served.json(response);
    }

    private JsonNode place(String body) throws Exception {
        HttpResponse<String> response = send("POST", BATTLE + "/placements", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Served.json(response);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code, String detail)
            throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(Served.json(response).get("code").textValue()).isEqualTo(code);
        assertThat(Served.json(response).get("detail").textValue()).contains(detail);
    }

    // ---- what is seen

    @Test
    void aReportIsAnsweredWithTheStateAndThePeriods() throws Exception {
        assertThat(put("i1", report("a1", 1, 20)))
                .hasToString(
                        "{\"instance\":\"i1\",\"state\":\"up\",\"newer\":true,\"lost\":[],\"refused\":[],\"claimed\":[],"
                                + "\"report_every_ms\":3000,\"sample_ttl_ms\":9000,\"renew_every_ms\":30000,"
                                + "\"claim_ttl_ms\":120000}");
        assertThat(put("i1", report("a1", 1, 20)).get("newer").booleanValue()).isFalse();
    }

    @Test
    void aProgramThatPlacesRoomsItselfReadsWhatWasReportedAndCountsAsAScheduler() throws Exception {
        put("i1", report("a1", 1, 20));
        put("i2", report("a1", 1, 30).replace("\"rooms\":3", "\"ceilings\":{\"cpu\":70}"));
        send("POST", BATTLE + "/instances/i2/drain", "{\"within_ms\":5000,\"then\":\"move\"}");
        JsonNode view = Served.json(send("GET", BATTLE + "/view?scheduler=lobby-1", ""));
        assertThat(view.get("can_see").booleanValue()).isTrue();
        assertThat(view.at("/settings/policy").textValue()).isEqualTo("safety-margin");
        assertThat(view.at("/settings/ceilings/cpu").doubleValue()).isEqualTo(85);
        assertThat(view.at("/settings/without").toString()).isEqualTo("[\"two-draws\"]");
        assertThat(view.get("instances")).hasSize(2);
        assertThat(view.at("/instances/0/metrics/cpu").doubleValue()).isEqualTo(20);
        assertThat(view.at("/instances/0/ceilings").isNull()).isTrue();
        assertThat(view.at("/instances/1/ceilings/cpu").doubleValue()).isEqualTo(70);
        assertThat(view.at("/instances/1/state").textValue()).isEqualTo("draining");
        assertThat(view.at("/drains/0").toString())
                .isEqualTo(
                        "{\"instance\":\"i2\",\"incarnation\":\"a1\",\"age_ms\":0,\"within_ms\":5000,\"then\":\"move\"}");
        send("GET", BATTLE + "/view?scheduler=lobby-2", "");
        assertThat(Served.json(send("GET", BATTLE + "/view?scheduler=lobby-1", ""))
                        .get("schedulers")
                        .intValue())
                .isEqualTo(3);
        advance(10);
        assertThat(Served.json(send("GET", BATTLE + "/view?scheduler=lobby-1", ""))
                        .get("schedulers")
                        .intValue())
                .isEqualTo(1);
        JsonNode nobody = Served.json(send("GET", "/v1/services/none/view?scheduler=lobby-1", ""));
        assertThat(nobody.get("instances")).isEmpty();
        assertProblem(send("GET", BATTLE + "/view", ""), 400, "bad-query", "scheduler is missing");
        assertProblem(
                send("GET", BATTLE + "/view?scheduler=-x", ""), 400, "bad-query", "scheduler is \"-x\": use 1 to 128");
    }

    @Test
    void aProgramThatPlacedARoomItselfClaimsItAndHearsWhereItLives() throws Exception {
        put("i1", report("a1", 1, 20));
        put("i2", report("b2", 1, 30));
        String one = "{\"instance\":\"i1\",\"incarnation\":\"a1\"}";
        String two = "{\"instance\":\"i2\",\"incarnation\":\"b2\"}";
        String claim = BATTLE + "/rooms/r1/claim";
        assertProblem(
                send("POST", claim, "{\"candidate\":" + one + ",\"call\":\"a b\"}"),
                400,
                "out-of-range",
                "/call: call is no name: use up to 64 characters of [A-Za-z0-9._-]");
        JsonNode made = Served.json(send("POST", claim, "{\"candidate\":" + one + "}"));
        assertThat(made.get("origin").textValue()).isEqualTo("created");
        JsonNode kept = Served.json(send("POST", claim, "{\"candidate\":" + two + ",\"from\":null}"));
        assertThat(kept.get("instance").textValue()).isEqualTo("i1");
        assertThat(kept.get("origin").textValue()).isEqualTo("kept");
        assertThat(kept.get("epoch")).isEqualTo(made.get("epoch"));
        JsonNode moved = Served.json(send("POST", claim, "{\"candidate\":" + two + ",\"from\":" + one + "}"));
        assertThat(moved.get("origin").textValue()).isEqualTo("moved");
        assertThat(moved.get("epoch").longValue())
                .isGreaterThan(made.get("epoch").longValue());
        assertProblem(send("POST", claim, "{}"), 400, "missing-field", "candidate");
        assertProblem(
                send("POST", claim, "{\"candidate\":" + two + ",\"from\":" + two + "}"),
                400,
                "out-of-range",
                "/from: a room cannot be moved");
    }

    @Test
    void aPlacementSaysWhereWhyAndUnderWhichEpoch() throws Exception {
        put("i1", report("a1", 1, 20));
        put("i2", report("b1", 1, 99));
        JsonNode placed = place("{\"room\":\"r1\",\"cost\":2.5}");
        assertThat(placed.get("instance").textValue()).isEqualTo("i1");
        assertThat(placed.get("incarnation").textValue()).isEqualTo("a1");
        assertThat(placed.get("endpoint").textValue()).isEqualTo("ws://10.0.0.5:9000");
        assertThat(placed.get("node").textValue()).isEqualTo("i1");
        assertThat(placed.get("cost").doubleValue()).isEqualTo(2.5);
        assertThat(placed.get("basis").textValue()).isEqualTo("WEIGHTED");
        assertThat(placed.get("words").textValue())
                .startsWith("i1: drawn by weight, ")
                .endsWith(" of 0..4224");
        assertThat(placed.get("claim").get("origin").textValue()).isEqualTo("created");
        assertThat(placed.get("claim").get("epoch").longValue()).isGreaterThan(1_600_000_000_000L);
        assertThat(placed.get("lot").get("bound").longValue()).isEqualTo(4225);
        assertThat(placed.get("checks").findValuesAsText("words"))
                .contains(
                        "i2: weight 0, wanted at least 1 - failed",
                        "sum of the weights 4225, wanted at least 1 - passed");
        assertThat(placed.get("offers").get(1))
                .hasToString("{\"instance\":\"i2\",\"margins\":{\"cpu\":-14.0,\"memory\":80.0},\"margin\":0.0,"
                        + "\"binding\":\"cpu\",\"weight\":0,\"live\":true,\"failed\":\"WEIGHT\",\"outlook\":null}");

        JsonNode again = place("{\"room\":\"r1\"}");
        assertThat(again.get("basis").textValue()).isEqualTo("AFFINITY");
        assertThat(again.get("claim").get("origin").textValue()).isEqualTo("kept");
        assertThat(again.get("claim").get("epoch"))
                .isEqualTo(placed.get("claim").get("epoch"));
        assertThat(place("{}").get("claim").isNull()).isTrue();
    }

    @Test
    void whenAllAreFullTheBasisSaysSo() throws Exception {
        put("i1", report("a1", 1, 85));
        assertThat(place("{}").get("basis").textValue()).isEqualTo("ALL_FULL");
    }

    @Test
    void noInstanceIsAProblemOfItsOwnAndSaysWhoIsLeftOutWhy() throws Exception {
        assertProblem(
                send("POST", BATTLE + "/placements", "{}"), 503, "no-instances", "service battle has no instance");
        put("i1", report("a1", 1, 20).replace("\"up\"", "\"maintenance\""));
        put("i2", report("a1", 1, 20));
        advance(9);
        put("i3", report("a1", 1, 20).replace("\"up\"", "\"draining\""));
        assertProblem(
                send("POST", BATTLE + "/placements", "{}"),
                503,
                "no-instances",
                "none of the instances of service battle may take a room: 1 left out by NOT_DRAINING,"
                        + " 1 left out by IN_SERVICE, 1 left out by SAMPLE_AGE; an old sample counts for nothing: report again, with a higher sequence");
        assertProblem(
                send("POST", "/v1/services/batle/placements", "{}"),
                503,
                "no-instances",
                "the nearest known service is battle");
    }

    @Test
    void aRoomIsShownRenewedAndEnded() throws Exception {
        put("i1", report("a1", 1, 20));
        long epoch = place("{\"room\":\"r1\"}").get("claim").get("epoch").longValue();
        String room = BATTLE + "/rooms/r1";
        assertThat(served.get(room).body())
                .isEqualTo(
                        "{\"service\":\"battle\",\"room\":\"r1\",\"instance\":\"i1\",\"incarnation\":\"a1\",\"epoch\":"
                                + epoch + ",\"endpoint\":\"ws://10.0.0.5:9000\",\"node\":\"i1\"}");
        String held = "{\"instance\":\"i1\",\"incarnation\":\"a1\",\"epoch\":" + epoch + "}";
        assertThat(Served.json(send("PUT", room, held)).get("renewed").textValue())
                .isEqualTo("done");
        assertProblem(
                send("PUT", room, held.replace("\"i1\"", "\"i2\"")),
                409,
                "room-not-held",
                "it lives on i1 under epoch " + epoch + "; end it");
        assertProblem(send("DELETE", room + "?epoch=5", ""), 409, "room-not-held", "it stays");
        assertThat(send("DELETE", room + "?epoch=" + epoch, "").body())
                .isEqualTo("{\"service\":\"battle\",\"room\":\"r1\",\"ended\":true}");
        assertProblem(served.get(room), 404, "unknown-room", "room r1 of service battle lives nowhere");
        assertProblem(send("DELETE", room, ""), 404, "unknown-room", "lives nowhere");
        assertProblem(send("PUT", room, held), 409, "room-not-held", "it has ended; end it");
    }

    @Test
    void renewalsRideOnAReportAndLostRoomsComeBackInItsAnswer() throws Exception {
        String renewing = report("a1", 1, 20)
                .replace(
                        "\"rooms\":3}",
                        "\"rooms\":2,\"renew\":[{\"room\":\"r1\",\"epoch\":5},{\"room\":\"r2\",\"epoch\":6}]}");
        assertThat(put("i1", renewing).get("lost")).isEmpty();
        send("DELETE", BATTLE + "/rooms/r2", "");
        assertThat(put("i1", renewing.replace("\"sequence\":1", "\"sequence\":2"))
                        .get("lost"))
                .hasToString("[\"r2\"]");
        assertThat(place("{\"room\":\"r1\"}").get("claim").get("epoch").longValue())
                .isEqualTo(5);
    }

    @Test
    void aFailedConnectAndSilenceTogetherMoveARoom() throws Exception {
        put("i1", report("a1", 1, 20));
        place("{\"room\":\"r1\"}");
        advance(9);
        put("i2", report("b1", 1, 20));
        assertThat(place("{\"room\":\"r1\"}").get("instance").textValue()).isEqualTo("i1");
        JsonNode moved = place("{\"room\":\"r1\",\"unreachable\":{\"instance\":\"i1\",\"incarnation\":\"a1\"}}");
        assertThat(moved.get("instance").textValue()).isEqualTo("i2");
        assertThat(moved.get("claim").get("origin").textValue()).isEqualTo("moved");
    }

    @Test
    void aServiceIsShownWithItsInstancesAndWhatIsUnknownIsNull() throws Exception {
        put("i1", report("a1", 1, 20));
        put(
                "i2",
                "{\"incarnation\":\"b1\",\"sequence\":1,\"sample_age_ms\":250,\"uptime_ms\":0,"
                        + "\"endpoint\":\"ws://10.0.0.6:9000\",\"node\":\"m2\",\"metrics\":{\"memory\":10}}");
        advance(1);
        JsonNode service = Served.json(served.get(BATTLE));
        assertThat(service.get("policy").textValue()).isEqualTo("safety-margin");
        assertThat(service.get("ceilings")).hasToString("{\"cpu\":85.0,\"memory\":90.0}");
        assertThat(service.get("instance_count").intValue()).isEqualTo(2);
        assertThat(service.get("live").intValue()).isEqualTo(2);
        assertThat(service.get("weight").longValue()).isEqualTo(4225);
        assertThat(service.get("can_see").booleanValue()).isTrue();
        assertThat(service.get("rooms_known_in_ms").longValue()).isZero();
        assertThat(service.get("instances").get(0))
                .hasToString(
                        "{\"instance\":\"i1\",\"node\":\"i1\",\"endpoint\":\"ws://10.0.0.5:9000\","
                                + "\"incarnation\":\"a1\",\"state\":\"up\",\"sequence\":1,"
                                + "\"sample_age_ms\":1000,\"uptime_ms\":5000,\"capacity\":4.0,\"rooms\":3,"
                                + "\"growth\":null,\"memory_limit_bytes\":null,"
                                + "\"metrics\":{\"cpu\":20.0,\"memory\":10.0},\"drain_ordered\":false,\"drain\":null,\"margins\":{\"cpu\":65.0,\"memory\":80.0},"
                                + "\"margin\":65.0,\"binding\":\"cpu\",\"weight\":4225,\"live\":true,\"failed\":null,\"outlook\":null}");
        assertThat(service.get("instances").get(1))
                .hasToString("{\"instance\":\"i2\",\"node\":\"m2\",\"endpoint\":\"ws://10.0.0.6:9000\","
                        + "\"incarnation\":\"b1\",\"state\":\"up\",\"sequence\":1,"
                        + "\"sample_age_ms\":1250,\"uptime_ms\":0,\"capacity\":null,\"rooms\":null,"
                        + "\"growth\":null,\"memory_limit_bytes\":null,"
                        + "\"metrics\":{\"memory\":10.0},\"drain_ordered\":false,\"drain\":null,\"margins\":null,\"margin\":null,\"binding\":null,"
                        + "\"weight\":0,\"live\":true,\"failed\":\"MEASURED\",\"outlook\":null}");
    }

    @Test
    void servicesAndInstancesAreListedInPages() throws Exception {
        for (String id : List.of("i1", "i2", "i3")) {
            put(id, report("a1", 1, 20));
            send("PUT", "/v1/services/s-" + id + "/instances/x", report("a1", 1, 20));
        }
        JsonNode first = Served.json(served.get("/v1/services?limit=2"));
        assertThat(first.get("services").findValuesAsText("service")).containsExactly("battle", "s-i1");
        assertThat(first.get("services").get(0).get("instances").intValue()).isEqualTo(3);
        assertThat(first.get("next").textValue()).isEqualTo("s-i1");
        assertThat(Served.json(served.get("/v1/services?after=s-i2")).get("services"))
                .hasSize(1);
        JsonNode page = Served.json(served.get(BATTLE + "?limit=2&after=i1"));
        assertThat(page.get("instances").findValuesAsText("instance")).containsExactly("i2", "i3");
        assertThat(page.get("next").isNull()).isTrue();
        assertThat(Served.json(served.get(BATTLE + "?limit=2")).get("next").textValue())
                .isEqualTo("i2");
        assertProblem(served.get("/v1/services/batle"), 404, "unknown-service", "nearest known service is battle");
    }

    @Test
    void theLastPlacementsAreKeptWithTheirChecks() throws Exception {
        put("i1", report("a1", 1, 20));
        for (int i = 1; i <= 12; i++) {
            place("{\"room\":\"r" + i + "\"}");
        }
        JsonNode newest = Served.json(served.get(BATTLE + "/placements")).get("placements");
        assertThat(newest).hasSize(10);
        assertThat(newest.get(9).get("room").textValue()).isEqualTo("r12");
        assertThat(newest.get(9).get("checks").size()).isGreaterThan(5);
        JsonNode page =
                Served.json(served.get(BATTLE + "/placements?after=3&limit=2")).get("placements");
        assertThat(page.findValuesAsText("number")).containsExactly("4", "5");
        assertProblem(served.get("/v1/services/x/placements"), 404, "unknown-service", "service x is not known");
    }

    @Test
    void anInstanceIsDrainedTakesRoomsAgainAndLeaves() throws Exception {
        put("i1", report("a1", 1, 20));
        String i1 = BATTLE + "/instances/i1";
        assertProblem(send("POST", i1 + "/drain", ""), 409, "drain-refused", "start another first, or say force");
        assertProblem(send("POST", i1 + "/drain", "{\"within_ms\":1}"), 400, "out-of-range", "/within_ms");
        assertProblem(send("POST", i1 + "/drain", "{\"then\":\"go\"}"), 400, "out-of-range", "none of report");
        assertThat(send("POST", i1 + "/drain", "{\"within_ms\":60000,\"then\":\"move\",\"force\":true}")
                        .body())
                .isEqualTo("{\"instance\":\"i1\",\"drain_ordered\":true,\"drain\":{\"state\":\"draining\","
                        + "\"rooms_left\":3,\"age_ms\":0,\"within_ms\":60000,\"then\":\"move\",\"left_ms\":60000}}");
        assertThat(put("i1", report("a1", 2, 20)).get("state").textValue()).isEqualTo("draining");
        assertProblem(send("POST", BATTLE + "/placements", "{}"), 503, "no-instances", "NOT_DRAINING");
        assertThat(send("DELETE", i1 + "/drain", "").body())
                .isEqualTo("{\"instance\":\"i1\",\"drain_ordered\":false,\"drain\":null}");
        assertThat(Served.json(served.get(BATTLE))
                        .get("drains_ended")
                        .get(0)
                        .get("how")
                        .textValue())
                .isEqualTo("cancelled");
        assertThat(place("{}").get("instance").textValue()).isEqualTo("i1");
        assertProblem(send("DELETE", i1 + "?incarnation=b2", ""), 404, "unknown-instance", "of incarnation b2");
        assertThat(send("DELETE", i1 + "?incarnation=a1", "").body()).isEqualTo("{\"instance\":\"i1\",\"left\":true}");
        assertProblem(send("DELETE", i1, ""), 404, "unknown-instance", "service battle has no instance i1");
        assertProblem(send("POST", i1 + "/drain", ""), 404, "unknown-instance", "has no instance i1");
        assertProblem(send("PUT", i1, report("a1", 9, 20)), 409, "incarnation-ended", "come back with a new");
    }

    @Test
    void aProcessThatWasReplacedIsTold() throws Exception {
        put("i1", report("a1", 1, 20));
        put("i1", report("b2", 1, 20).replace("5000", "100"));
        assertProblem(
                send("PUT", BATTLE + "/instances/i1", report("a1", 2, 20)),
                409,
                "incarnation-conflict",
                "in use by a process that started later");
    }

    @Test
    void aManagerThatHasJustStartedAsksForPatience() throws Exception {
        Services young =
                new Services(timeline, Stores.inMemory(), id -> SAFETY_MARGIN, new SplittableRandom(7)::nextLong);
        Api api = Api.of(new Groups(timeline, Served.HOLD, id -> GroupSettings.standard()), young, Runnable::run, null);
        try (Served fresh = new Served(HttpLimits.standard(), request -> oneAtATime(api, request))) {
            Served before = served;
            served = fresh;
            put("i1", report("a1", 1, 20).replace("5000", "500000"));
            HttpResponse<String> response = send("POST", BATTLE + "/placements", "{\"room\":\"r1\"}");
            assertProblem(
                    response,
                    503,
                    "learning-rooms",
                    "room r1 is not known, and the manager, or its store, which has just");
            assertThat(response.headers().firstValue("retry-after")).hasValue("34");
            served = before;
        }
    }

    @Test
    void aServiceThatRefusesNewRoomsSaysWhenToAskAgainAndWhatIsAheadOfEachInstance() throws Exception {
        ServiceSettings admitting =
                new ServiceSettings(PlacementSettings.standard().withAdmission(true));
        Services full = new Services(timeline, Stores.inMemory(), id -> admitting, new SplittableRandom(7)::nextLong);
        Api api = Api.of(new Groups(timeline, Served.HOLD, id -> GroupSettings.standard()), full, Runnable::run, null);
        try (Served fresh = new Served(HttpLimits.standard(), request -> oneAtATime(api, request))) {
            Served before = served;
            served = fresh;
            // So many rooms that each is cheap: what is learnt from this report reserves less than the next one leaves.
            put("i1", report("a1", 1, 90).replace("\"rooms\":3", "\"rooms\":60"));
            HttpResponse<String> refused = send("POST", BATTLE + "/placements", "{}");
            assertProblem(refused, 503, "no-room", "every instance of service battle whose load is known is at a");
            assertThat(refused.headers().firstValue("retry-after")).hasValue("3");
            put("i1", report("a1", 2, 20).replace("5000", "600000"));
            JsonNode placed = place("{\"cost\":2}");
            assertThat(placed.get("second").get("one").textValue()).isEqualTo("i1");
            assertThat(placed.get("second").get("lot").get("bound").longValue()).isEqualTo(1L << 53);
            assertThat(placed.get("offers").get(0).get("outlook").get("reserve").doubleValue())
                    .isEqualTo(6);
            JsonNode shown = Served.json(served.get(BATTLE)).get("instances").get(0);
            assertThat(shown.get("outlook").get("in_flight").doubleValue()).isEqualTo(2);
            assertThat(shown.get("outlook").get("left_out"))
                    .hasToString("[\"MEMORY_LIMIT_UNKNOWN\",\"GROWTH_UNKNOWN\"]");
            served = before;
        }
    }

    // ---- Field case D14: each id is refused with the rule, or it round-trips exactly everywhere

    static final List<String> ODD = List.of(
            "a%3Ab",
            "REGISTRY%3ALIST%3Ax",
            "a%2Fb",
            "..%2F..%2Fetc",
            "a*b",
            "%5Bab%5D",
            "%7Bx%7D",
            "%E8%8A%82%E7%82%B9-01",
            "%F0%9F%98%80",
            "%20",
            "a%0A",
            "a%00",
            "-a",
            ".a");

    static List<String> odd() {
        List<String> all = new ArrayList<>(ODD);
        all.add("a".repeat(129));
        all.add("a".repeat(255));
        return all;
    }

    @ParameterizedTest
    @MethodSource("odd")
    void anIdOutsideTheRuleIsRefusedWithTheRuleAtEveryResource(String id) throws Exception {
        String rule = "use 1..128 characters of [A-Za-z0-9._-], starting with a letter or digit";
        String body = report("a1", 1, 20);
        String held = "{\"instance\":\"i1\",\"incarnation\":\"a1\",\"epoch\":5}";
        assertProblem(send("PUT", "/v1/services/" + id + "/instances/i1", body), 400, "bad-id", rule);
        assertProblem(send("PUT", BATTLE + "/instances/" + id, body), 400, "bad-id", rule);
        assertProblem(send("POST", BATTLE + "/instances/" + id + "/drain", ""), 400, "bad-id", rule);
        assertProblem(send("DELETE", BATTLE + "/instances/" + id, ""), 400, "bad-id", rule);
        assertProblem(send("POST", "/v1/services/" + id + "/placements", "{}"), 400, "bad-id", rule);
        assertProblem(send("PUT", BATTLE + "/rooms/" + id, held), 400, "bad-id", rule);
        assertProblem(served.get(BATTLE + "/rooms/" + id), 400, "bad-id", rule);
        assertProblem(send("DELETE", BATTLE + "/rooms/" + id, ""), 400, "bad-id", rule);
        assertProblem(served.get("/v1/services/" + id), 400, "bad-id", rule);
        assertProblem(served.get("/v1/services?after=" + id), 400, "bad-id", rule);
        assertThat(Served.json(served.get("/v1/services")).get("services")).isEmpty();
    }

    @Test
    void idsThatLookAlikeOrAreAsLongAsMayBeAreDifferentAndComeBackAsTheyWere() throws Exception {
        List<String> ids = new ArrayList<>(List.of("A", "a", "a.b", "a-b", "a_b", "prod", "prod2"));
        for (int length : new int[] {63, 64, 128}) {
            ids.add("x".repeat(length));
        }
        for (String id : ids) {
            send("PUT", "/v1/services/" + id + "/instances/" + id, report("a1", 1, 20));
            JsonNode placed =
                    Served.json(send("POST", "/v1/services/" + id + "/placements", "{\"room\":\"" + id + "\"}"));
            assertThat(placed.get("service").textValue()).isEqualTo(id);
            assertThat(placed.get("instance").textValue()).isEqualTo(id);
            assertThat(placed.get("room").textValue()).isEqualTo(id);
        }
        assertThat(Served.json(served.get("/v1/services")).get("services").findValuesAsText("service"))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(send("DELETE", "/v1/services/a/instances/a", "").statusCode())
                .isEqualTo(200);
        assertThat(Served.json(served.get("/v1/services")).get("services").findValuesAsText("service"))
                .hasSize(ids.size() - 1)
                .contains("A", "prod2")
                .doesNotContain("a");
        assertThat(served.get("/v1/services/A/rooms/a").statusCode()).isEqualTo(404);
        assertThat(served.get("/v1/services/A/rooms/A").statusCode()).isEqualTo(200);
    }

    // ---- bad bodies

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"incarnation\":\"a1\", |  | missing-field | /incarnation",
                "\"sequence\":1, |  | missing-field | /sequence",
                "\"sample_age_ms\":0, |  | missing-field | /sample_age_ms",
                "\"uptime_ms\":5000, |  | missing-field | /uptime_ms",
                "\"endpoint\":\"ws://10.0.0.5:9000\", |  | missing-field | /endpoint",
                "\"metrics\":{\"cpu\":20.0,\"memory\":10.0}, |  | missing-field | /metrics",
                "\"a1\" | \"XYZ\" | out-of-range | /incarnation",
                "\"sequence\":1 | \"sequence\":-1 | out-of-range | /sequence",
                "\"sequence\":1 | \"sequence\":1.5 | wrong-type | /sequence",
                "\"sample_age_ms\":0 | \"sample_age_ms\":-1 | out-of-range | /sample_age_ms",
                "\"uptime_ms\":5000 | \"uptime_ms\":99999999999999999 | out-of-range | /uptime_ms",
                "\"state\":\"up\" | \"state\":\"UP\" | out-of-range | /state",
                "\"state\":\"up\" | \"state\":5 | wrong-type | /state",
                "ws://10.0.0.5:9000 | ws://a b | out-of-range | /endpoint",
                "\"endpoint\":\"ws://10.0.0.5:9000\" | \"endpoint\":\"\" | out-of-range | /endpoint",
                "20.0 | NaN | bad-json | /metrics/cpu",
                "20.0 | null | wrong-type | /metrics/cpu",
                "20.0 | \"20\" | wrong-type | /metrics/cpu",
                "20.0 | -0.1 | out-of-range | /metrics/cpu",
                "20.0 | 100.1 | out-of-range | /metrics/cpu",
                "20.0 | 1e400 | out-of-range | /metrics/cpu",
                "\"cpu\" | \"CPU\" | out-of-range | /metrics/CPU",
                "\"memory\" | \"cpu\" | duplicate-field | /metrics/cpu",
                "\"capacity\":4 | \"capacity\":0 | out-of-range | /capacity",
                "\"capacity\":4 | \"capacity\":\"4\" | wrong-type | /capacity",
                "\"rooms\":3 | \"rooms\":-3 | out-of-range | /rooms",
                "\"rooms\":3 | \"ceilings\":{\"cpu\":0} | out-of-range | /ceilings/cpu",
                "\"rooms\":3 | \"ceilings\":{\"cpu\":101} | out-of-range | /ceilings/cpu",
                "\"rooms\":3 | \"ceilings\":85 | wrong-type | /ceilings",
                "\"rooms\":3 | \"node\":\"a b\" | bad-id | /node",
                "\"rooms\":3 | \"renew\":{} | wrong-type | /renew",
                "\"rooms\":3 | \"renew\":[5] | wrong-type | /renew/0",
                "\"rooms\":3 | \"renew\":[{\"room\":\"r\"}] | missing-field | /renew/0/epoch",
                "\"rooms\":3 | \"renew\":[{\"epoch\":1}] | missing-field | /renew/0/room",
                "\"rooms\":3 | \"renew\":[{\"room\":\"a/b\",\"epoch\":1}] | bad-id | /renew/0/room",
                "\"rooms\":3 | \"renew\":[{\"room\":\"r\",\"epoch\":9007199254740993}] | out-of-range | /renew/0/epoch",
                "\"rooms\":3 | \"renew\":[{\"room\":\"r\",\"epoch\":1},{\"room\":\"r\",\"epoch\":2}] | duplicate-field | /renew/1",
                "\"rooms\" | \"room\" | unknown-field | /room",
                "\"rooms\":3} | \"rooms\":3 | bad-json | /rooms",
            })
    void aBadReportIsRefusedByItsFieldAndCountsForNothing(String find, String replace, String code, String pointer)
            throws Exception {
        String good = report("a1", 1, 20);
        assertThat(good).contains(find);
        HttpResponse<String> response =
                send("PUT", BATTLE + "/instances/i1", good.replace(find, replace == null ? "" : replace));
        assertProblem(response, 400, code, "");
        assertThat(Served.json(response).path("pointer").textValue()).startsWith(pointer);
        assertThat(Served.json(response).get("detail").textValue()).doesNotContain("\n");
        assertThat(Served.json(served.get("/v1/services")).get("services")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"room\":5} | wrong-type | /room",
                "{\"room\":\"\"} | bad-id | /room",
                "{\"rooms\":\"r\"} | unknown-field | /rooms",
                "{\"cost\":0} | out-of-range | /cost",
                "{\"cost\":1000.5} | out-of-range | /cost",
                "{\"cost\":\"1\"} | wrong-type | /cost",
                "{\"unreachable\":\"i1\"} | wrong-type | /unreachable",
                "{\"unreachable\":{\"instance\":\"i1\"}} | missing-field | /unreachable/incarnation",
                "{\"unreachable\":{\"incarnation\":\"a1\"}} | missing-field | /unreachable/instance",
                "[] | wrong-type | ",
                "{ | bad-json | ",
            })
    void aBadWishIsRefusedByItsField(String body, String code, String pointer) throws Exception {
        put("i1", report("a1", 1, 20));
        HttpResponse<String> response = send("POST", BATTLE + "/placements", body);
        assertProblem(response, 400, code, "");
        assertThat(Served.json(response).path("pointer").textValue()).isEqualTo(pointer == null ? "" : pointer);
        assertThat(Served.json(served.get(BATTLE + "/placements")).get("placements"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT /instances/i1", "POST /placements", "PUT /rooms/r1"})
    void aBodyThatIsNotSaidToBeJsonIsRefused(String request) throws Exception {
        String[] parts = request.split(" ");
        HttpResponse<String> response = served.client.send(
                HttpRequest.newBuilder(served.uri(BATTLE + parts[1]))
                        .header("content-type", "text/plain")
                        .method(parts[0], HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertProblem(response, 415, "unsupported-media-type", "use application/json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | ?limit=0 | bad-query",
                "GET | ?limit=201 | bad-query",
                "GET | ?aftr=x | bad-query",
                "GET | /placements?limit=101 | bad-query",
                "GET | /placements?after=-1 | bad-query",
                "DELETE | /instances/i1?incarnation=XYZ | bad-query",
                "DELETE | /rooms/r1?epoch=x | bad-query",
                "PATCH | /rooms/r1 | method-not-allowed"
            })
    void aBadQueryIsRefused(String method, String target, String code) throws Exception {
        HttpResponse<String> response = send(method, BATTLE + target, "");
        assertThat(response.statusCode()).isBetween(400, 405);
        assertThat(Served.json(response).get("code").textValue()).isEqualTo(code);
    }

    @Test
    void aReportMayRenewThe256RoomsWithTheLongestIdsAndNotOneMore() throws Exception {
        String[] renewals = new String[257];
        for (int i = 0; i < renewals.length; i++) {
            renewals[i] = "{\"room\":\"" + "r".repeat(125) + (100 + i) + "\",\"epoch\":17592186044416}";
        }
        String good = report("a1", 1, 20)
                .replace("\"rooms\":3", "\"renew\":[" + String.join(",", Arrays.copyOf(renewals, 256)) + "]");
        assertThat(put("i1", good).get("lost")).isEmpty();
        String more = report("a1", 2, 20).replace("\"rooms\":3", "\"renew\":[" + String.join(",", renewals) + "]");
        assertProblem(
                send("PUT", BATTLE + "/instances/i1", more), 400, "out-of-range", "is one too many: use at most 256");
        assertThat(served.get(BATTLE + "/rooms/" + "r".repeat(125) + 355).statusCode())
                .isEqualTo(200);
    }
}
