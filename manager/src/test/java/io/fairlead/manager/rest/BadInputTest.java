package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each endpoint with each kind of fault: refused by name, nothing lost, never a 500. */
final class BadInputTest {

    private static final String GOOD = Served.heartbeat(1, 40);

    private static Served served;

    @BeforeAll
    static void open() throws Exception {
        served = new Served();
    }

    @AfterAll
    static void close() {
        served.close();
    }

    /** One bad body: what is wrong, what the refusal says. */
    record Bad(String name, String body, String code, String pointer, String detail) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Bad bad(String find, String replace, String code, String pointer, String detail) {
        assertThat(GOOD).contains(find);
        return new Bad(find + " -> " + replace, GOOD.replace(find, replace), code, pointer, detail);
    }

    // Field case D12 b
    static List<Bad> badBodies() {
        List<Bad> bad = new ArrayList<>();
        String cpu = "/sample/metrics/cpu";
        bad.add(bad("40.0", "NaN", "bad-json", cpu, "not valid JSON at line 1"));
        bad.add(bad(
                "40.0", "\"NaN\"", "wrong-type", cpu, "is the text \"NaN\": use a number of percent from 0 to 100"));
        bad.add(bad("40.0", "1e400", "out-of-range", cpu, "is 1e400: use a number of percent from 0 to 100"));
        bad.add(bad("40.0", "-1e400", "out-of-range", cpu, "is -1e400"));
        bad.add(bad("40.0", "-5", "out-of-range", cpu, "is -5.0: use a number of percent from 0 to 100"));
        bad.add(bad("40.0", "100.01", "out-of-range", cpu, "is 100.01"));
        bad.add(bad("40.0", "\"0,5\"", "wrong-type", cpu, "is the text \"0,5\""));
        bad.add(bad("40.0", "0,5", "bad-json", cpu, "no decimal comma"));
        bad.add(bad("40.0", "null", "wrong-type", cpu, "is null"));
        bad.add(bad("40.0", "true", "wrong-type", cpu, "is true"));
        bad.add(bad("40.0", "[40]", "wrong-type", cpu, "is a list"));
        bad.add(bad("40.0", "{}", "wrong-type", cpu, "is an object"));
        bad.add(bad("40.0", "1".repeat(101), "bad-json", cpu, "not valid JSON"));
        bad.add(bad("40.0", "Infinity", "bad-json", cpu, "not valid JSON"));
        bad.add(bad("40.0", "0x10", "bad-json", cpu, "not valid JSON"));
        bad.add(bad("\"cpu\"", "\"CPU\"", "out-of-range", "/sample/metrics/CPU", "metric name \"CPU\" is not usable"));
        bad.add(bad("\"cpu\"", "\"\"", "out-of-range", "/sample/metrics/", "is not usable"));
        bad.add(bad("\"cpu\"", "\"c\\npu\"", "out-of-range", "/sample/metrics/c\npu", "is not usable"));
        bad.add(bad("\"memory\"", "\"cpu\"", "duplicate-field", "/sample/metrics/cpu", "is given twice: give it once"));
        bad.add(bad(
                "\"memory\":40.1",
                "\"memory\":40.1" + ",\"m%d\":1".repeat(64).replace("%d", ""),
                "duplicate-field",
                "/sample/metrics/m",
                "is given twice"));
        bad.add(bad("\"sequence\":1", "\"sequence\":-1", "out-of-range", "/sample/sequence", "is -1: use a whole"));
        bad.add(bad("\"sequence\":1", "\"sequence\":1.5", "wrong-type", "/sample/sequence", "is 1.5: use a whole"));
        bad.add(bad(
                "\"sequence\":1",
                "\"sequence\":99999999999999999999",
                "out-of-range",
                "/sample/sequence",
                "is 99999999999999999999"));
        bad.add(bad("\"sequence\":1,", "", "missing-field", "/sample/sequence", "is missing: add it"));
        bad.add(bad(
                "\"metrics\"",
                "\"metric\"",
                "unknown-field",
                "/sample/metric",
                "the nearest known field is \"metrics\""));
        bad.add(bad("8.5", "101", "out-of-range", "/sample/role_load", "is 101.0: use points from 0 to 100"));
        bad.add(bad("\"first reading\"", "\"\"", "out-of-range", "/sample/unknown/disk", "is no reason"));
        bad.add(bad("\"first reading\"", "7", "wrong-type", "/sample/unknown/disk", "is 7: use text"));
        bad.add(bad("\"a1\"", "\"A1\"", "out-of-range", "/incarnation", "hexadecimal"));
        bad.add(bad("\"a1\"", "\"\"", "out-of-range", "/incarnation", "hexadecimal"));
        bad.add(bad("\"a1\"", "\"" + "a".repeat(65) + "\"", "out-of-range", "/incarnation", "hexadecimal"));
        bad.add(bad("\"a1\"", "17", "wrong-type", "/incarnation", "is 17: use text in double quotes"));
        bad.add(bad("\"a1\"", "\"" + "a".repeat(5_000) + "\"", "bad-json", "/incarnation", "not valid JSON"));
        bad.add(bad("\"standby\"", "\"master\"", "out-of-range", "/role", "use \"primary\" or \"standby\""));
        bad.add(bad("\"standby\"", "null", "wrong-type", "/role", "is null"));
        bad.add(bad("\"token\":0", "\"token\":-1", "out-of-range", "/token", "is -1"));
        bad.add(bad("\"token\":0", "\"token\":4503599627370497", "out-of-range", "/token", "to 4503599627370496"));
        bad.add(bad("\"token\":0", "\"token\":\"0\"", "wrong-type", "/token", "is the text \"0\""));
        bad.add(bad("\"token\":0,", "", "missing-field", "/token", "is missing: add it"));
        bad.add(bad("\"token\"", "\"zzzzzzzz\"", "unknown-field", "/zzzzzzzz", "the known fields are "));
        bad.add(bad("\"token\"", "\"tokne\"", "unknown-field", "/tokne", "the nearest known field is \"token\""));
        bad.add(bad(
                "\"token\":0", "\"token\":0,\"token\":0", "duplicate-field", "/token", "is given twice: give it once"));
        bad.add(bad("\"token\":0", "\"capacity\":0,\"token\":0", "out-of-range", "/capacity", "from 0.001"));
        bad.add(bad("\"token\":0", "\"capacity\":1e-320,\"token\":0", "out-of-range", "/capacity", "from 0.001"));
        bad.add(bad("\"token\":0", "\"capacity\":1e7,\"token\":0", "out-of-range", "/capacity", "to 1000000"));
        bad.add(bad("\"token\":0", "\"address\":\"a b\",\"token\":0", "out-of-range", "/address", "without spaces"));
        bad.add(bad("\"token\":0", "\"address\":8080,\"token\":0", "wrong-type", "/address", "is 8080"));
        bad.add(bad("\"token\":0", "\"goodbye\":\"yes\",\"token\":0", "wrong-type", "/goodbye", "use true or false"));
        bad.add(bad("_ms\":100", "_ms\":49", "out-of-range", "/heartbeat_interval_ms", "from 50 to 1800000"));
        bad.add(bad("_ms\":100", "_ms\":1800001", "out-of-range", "/heartbeat_interval_ms", "from 50 to 1800000"));
        bad.add(bad("_ms\":100", "_ms\":1e2", "wrong-type", "/heartbeat_interval_ms", "whole number"));
        bad.add(bad("\"token\":0", "\"hook\":7,\"token\":0", "wrong-type", "/hook", "is 7: use an object"));
        bad.add(bad("\"token\":0", "\"hook\":{},\"token\":0", "missing-field", "/hook/failed", "is missing"));
        bad.add(bad(
                "\"token\":0",
                "\"hook\":{\"failed\":\"demote\"},\"token\":0",
                "missing-field",
                "/hook/attempts",
                "is missing"));
        bad.add(bad(
                "\"token\":0",
                "\"hook\":{\"failed\":\"<b>\",\"attempts\":1},\"token\":0",
                "out-of-range",
                "/hook/failed",
                "use the name of a hook"));
        bad.add(bad(
                "\"token\":0",
                "\"hook\":{\"failed\":\"demote\",\"attempts\":0},\"token\":0",
                "out-of-range",
                "/hook/attempts",
                "is 0"));
        bad.add(bad(
                "\"token\":0",
                "\"clock_ms\":\"now\",\"token\":0",
                "wrong-type",
                "/clock_ms",
                "is the text \"now\": use a whole number"));
        bad.add(bad("\"token\":0", "\"clock_ms\":1.5,\"token\":0", "wrong-type", "/clock_ms", "is 1.5"));
        bad.add(new Bad("empty", "", "bad-json", "", "the body is empty"));
        bad.add(new Bad("a list", "[]", "wrong-type", "", "the body is a list: use an object"));
        bad.add(new Bad("a number", "17", "wrong-type", "", "the body is 17: use an object"));
        bad.add(new Bad("nothing but space", "  ", "wrong-type", "", "the body is nothing"));
        bad.add(new Bad("two documents", GOOD + GOOD, "bad-json", "", "more after the end"));
        bad.add(new Bad("cut off", GOOD.substring(0, 100), "bad-json", "/sample/sequence", "not valid JSON"));
        bad.add(new Bad("deep", "[".repeat(30_000), "wrong-type", "", "is a list"));
        bad.add(new Bad(
                "deep in a field",
                "{\"sample\":{\"metrics\":{\"cpu\":" + "[".repeat(30_000),
                "wrong-type",
                cpu,
                "is a list"));
        bad.add(new Bad(
                "an unknown key of 60,000 characters", "{\"" + "k".repeat(60_000) + "\":1}", "bad-json", "", ""));
        bad.add(new Bad("comments", "/* x */" + GOOD, "bad-json", "", "not valid JSON"));
        bad.add(new Bad("single quotes", GOOD.replace('"', '\''), "bad-json", "", "not valid JSON"));
        bad.add(new Bad("too large", "{\"" + "k".repeat(70_000) + "\":1}", "body-too-large", "-", "65536 bytes"));
        bad.add(new Bad("10 MB", " ".repeat(10_000_000), "body-too-large", "-", "65536 bytes"));
        return bad;
    }

    @ParameterizedTest
    @MethodSource("badBodies")
    void aBadReportIsRefusedByNameAndTheNodeKeepsItsLastGoodState(Bad bad) throws Exception {
        served.beat("good", "gw-1", GOOD);
        JsonNode before = sample();

        HttpResponse<String> response = served.beat("good", "gw-1", bad.body());

        JsonNode problem = problem(response);
        assertThat(problem.get("code").textValue()).isEqualTo(bad.code());
        assertThat(problem.get("detail").textValue()).contains(bad.detail());
        if (!bad.pointer().equals("-")) {
            assertThat(problem.get("pointer").textValue()).isEqualTo(bad.pointer());
            assertThat(problem.get("detail").textValue())
                    .contains(bad.pointer().replace('\n', '?').replaceAll(".*/", ""));
        }
        assertThat(sample()).isEqualTo(before);
    }

    private static JsonNode sample() throws Exception {
        return Served.json(served.get("/v1/groups/good")).get("nodes").get(0).get("sample");
    }

    private static HttpResponse<String> beat(byte[] body) throws Exception {
        return served.client.send(
                HttpRequest.newBuilder(served.uri("/v1/groups/good/nodes/gw-1/heartbeat"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() throws Exception {
        byte[] bytes = GOOD.replace("first", "f\u00e4rst").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(problem(beat(bytes)).get("code").textValue()).isEqualTo("bad-json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"})
    void aBodyInAnotherUnicodeThanUtf8IsRefusedAndNamed(String charset) throws Exception {
        for (String start : new String[] {"", " ", "\ufeff"}) {
            HttpResponse<String> response = beat((start + GOOD).getBytes(Charset.forName(charset)));
            JsonNode problem = problem(response);
            assertThat(problem.get("code").textValue()).isEqualTo("bad-json");
            assertThat(problem.get("detail").textValue())
                    .isEqualTo("the body begins as UTF-16 or UTF-32 does: send a JSON object in UTF-8");
        }
        assertThat(beat(GOOD.getBytes(StandardCharsets.UTF_8)).statusCode()).isEqualTo(200);
    }

    @Test
    void randomDamageToAGoodReportNeverEndsInA500() throws Exception {
        java.util.Random random = new java.util.Random(20261129);
        String palette = "{}[]\":,.0123456789eE+-abtfn\\ \t\u0000\u00ff";
        for (int i = 0; i < 2_000; i++) {
            StringBuilder damaged = new StringBuilder(GOOD);
            for (int hits = 1 + random.nextInt(4); hits > 0; hits--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.deleteCharAt(at);
                    case 1 -> damaged.insert(at, palette.charAt(random.nextInt(palette.length())));
                    default -> damaged.setCharAt(at, palette.charAt(random.nextInt(palette.length())));
                }
            }
            HttpResponse<String> response = served.beat("damaged", "gw-1", damaged.toString());
            // 409: the damage hit the incarnation, which then is another process.
            assertThat(response.statusCode()).as(damaged.toString()).isIn(200, 400, 409);
            if (response.statusCode() != 200) {
                problem(response);
            }
        }
    }

    static List<String> getPaths() {
        return List.of(
                "/v1/groups",
                "/v1/groups/good",
                "/v1/groups/good/primary",
                "/v1/groups/good/decisions",
                "/v1/groups/good/decisions/1",
                "/health/live",
                "/health/ready",
                "/v1/events",
                "/v1",
                "/dashboard",
                "/dashboard/",
                "/dashboard/main.js",
                "/");
    }

    @ParameterizedTest
    @MethodSource("getPaths")
    void everyResourceRefusesOtherMethodsUnknownParametersAndPathsBesideIt(String path) throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")) {
            HttpResponse<String> response = send(method, path);
            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("allow")).hasValue("GET, HEAD");
            assertThat(problem(response).get("code").textValue()).isEqualTo("method-not-allowed");
        }
        assertThat(code(served.get(path + "?limitt=5"), 400)).isEqualTo("bad-query");
        try (Wire wire = new Wire(served.port())) {
            assertThat(wire.send("GET " + path + "?x=%zz HTTP/1.1\r\nhost: x\r\n\r\n")
                            .response())
                    .startsWith("HTTP/1.1 400")
                    .contains("\"code\":\"bad-query\"");
        }
        assertThat(code(served.get(path + "?x=1&x=2"), 400)).isEqualTo("bad-query");
        String beside = path.equals("/") ? "/x" : path + "/x/y/z";
        HttpResponse<String> missing = served.get(beside);
        assertThat(code(missing, 404)).isEqualTo("not-found");
        assertThat(Served.json(missing).get("detail").textValue()).contains("the nearest path is /");
    }

    @Test
    void anUnknownPathNamesTheNearestOne() throws Exception {
        assertThat(detail(served.get("/v1/group"))).endsWith("the nearest path is /v1/groups");
        assertThat(detail(served.get("/v1/groups/line-1/decision")))
                .endsWith("the nearest path is /v1/groups/line-1/decisions");
        assertThat(detail(served.get("/healthz/ready"))).endsWith("the nearest path is /health/ready");
    }

    @Test
    void theHeartbeatResourceAllowsPostOnly() throws Exception {
        HttpResponse<String> response = send("GET", "/v1/groups/good/nodes/gw-1/heartbeat");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("allow")).hasValue("POST");
        assertThat(detail(response)).isEqualTo("method \"GET\" is not allowed here: use POST");
    }

    @Test
    void aHeartbeatOfAnotherContentTypeIsRefused() throws Exception {
        for (String type :
                Arrays.asList("text/plain", "application/x-www-form-urlencoded", "application/jsonx", null)) {
            HttpRequest.Builder request = HttpRequest.newBuilder(served.uri("/v1/groups/good/nodes/gw-1/heartbeat"))
                    .POST(HttpRequest.BodyPublishers.ofString(GOOD));
            if (type != null) {
                request.header("content-type", type);
            }
            HttpResponse<String> response = served.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(code(response, 415)).isEqualTo("unsupported-media-type");
            assertThat(detail(response)).endsWith(": use application/json");
        }
        HttpRequest withCharset = HttpRequest.newBuilder(served.uri("/v1/groups/good/nodes/gw-1/heartbeat"))
                .header("content-type", "Application/JSON; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(GOOD))
                .build();
        assertThat(served.client
                        .send(withCharset, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    static List<String> oddIds() {
        return List.of(
                "a%3Ab",
                "a%2Fb",
                "..%2F..%2Fetc",
                "a%2Ab",
                "%5Bab%5D",
                "%7Bx%7D",
                "%E8%8A%82%E7%82%B9-01",
                "%F0%9F%98%80",
                "a".repeat(129),
                "a".repeat(4_000),
                "%20",
                "a%0A",
                "a%00",
                "-a",
                ".a",
                "_a",
                "a%25b",
                "%C3%28");
    }

    // Field case D14, at the edge
    @ParameterizedTest
    @MethodSource("oddIds")
    void anOddIdIsRefusedWithTheRuleWhereverItStands(String id) throws Exception {
        for (String path : List.of("/v1/groups/" + id, "/v1/groups/" + id + "/primary", "/v1/groups?after=" + id)) {
            assertIdRefused(served.get(path), id);
        }
        assertIdRefused(served.beat(id, "gw-1", GOOD), id);
        assertIdRefused(served.beat("good", id, GOOD), id);
    }

    private static void assertIdRefused(HttpResponse<String> response, String id) throws Exception {
        if (id.length() > 3_900) {
            assertThat(response.statusCode()).isIn(400, 414);
            return;
        }
        String code = code(response, 400);
        if (!id.equals("%C3%28")) {
            assertThat(code).isEqualTo("bad-id");
            assertThat(detail(response))
                    .contains("1..128 characters of [A-Za-z0-9._-], starting with a letter or digit");
        }
    }

    @Test
    void pagesOutOfRangeAreRefusedWithTheRange() throws Exception {
        for (String limit : List.of("0", "201", "-1", "1e2", "ten", "", "99999999999999999999", "%31%30%30%30")) {
            assertThat(code(served.get("/v1/groups?limit=" + limit), 400)).isEqualTo("bad-query");
            assertThat(detail(served.get("/v1/groups/good/decisions?limit=" + limit)))
                    .endsWith("use a whole number, 1 to 200");
        }
        assertThat(detail(served.get("/v1/groups/good/decisions?after=x")))
                .isEqualTo("parameter after is \"x\": use a whole number, 0 or more");
        assertThat(detail(served.get("/v1/groups/good/decisions?changes=yes")))
                .isEqualTo("parameter changes is \"yes\": use true or false");
        assertThat(code(served.get("/v1/groups/good/decisions/first"), 400)).isEqualTo("bad-path");
    }

    @Test
    void anUnknownGroupNamesTheNearestOne() throws Exception {
        served.beat("line-1", "gw-1", GOOD);
        for (String below : List.of("", "/primary", "/decisions", "/decisions/1")) {
            HttpResponse<String> response = served.get("/v1/groups/lime-1" + below);
            assertThat(code(response, 404)).isEqualTo("unknown-group");
            assertThat(detail(response)).endsWith("the nearest known group is line-1");
        }
    }

    private static HttpResponse<String> send(String method, String path) throws Exception {
        return served.client.send(
                HttpRequest.newBuilder(served.uri(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String code(HttpResponse<String> response, int status) throws Exception {
        JsonNode problem = problem(response);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return problem.get("code").textValue();
    }

    private static String detail(HttpResponse<String> response) throws Exception {
        return problem(response).get("detail").textValue();
    }

    /** The body of a refusal, after the checks that hold for every one of them. */
    private static JsonNode problem(HttpResponse<String> response) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isBetween(400, 499);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(response.body().length()).isLessThan(1_000);
        assertThat(response.body())
                .doesNotContain("Exception")
                .doesNotContain("io.fairlead")
                .doesNotContain("jackson");
        JsonNode problem = Served.json(response);
        assertThat(problem.get("status").intValue()).isEqualTo(response.statusCode());
        assertThat(problem.get("type").textValue())
                .isEqualTo("urn:fairlead:problem:" + problem.get("code").textValue());
        assertThat(problem.get("title").textValue()).isNotBlank();
        assertThat(problem.get("detail").textValue()).isNotBlank().doesNotContain("\n");
        return problem;
    }
}
