package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.manager.access.KnownTokens;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every request of the interface, asked without a token, with a wrong one, and with one of each role. */
final class AccessTest {

    private static final String WRONG = "wrong-0123456789abcdef";

    private static final Map<String, String> TOKENS = Map.of(
            "agent", "agent-0123456789abcdef",
            "operator", "operator-0123456789abcdef",
            "viewer", "viewer-0123456789abcdef");

    /** Who may do what: a line for each request that there is, and the roles that it is for; none means everybody. */
    private static final String TABLE = """
            GET /                                                       |
            GET /dashboard                                              |
            GET /dashboard/                                             |
            GET /dashboard/{file}                                       |
            GET /health/live                                            |
            GET /health/ready                                           |
            GET /metrics                                                | operator viewer
            GET /openapi.yaml                                           | operator viewer
            GET /v1                                                     | operator viewer
            GET /v1/audit                                               | operator viewer
            GET /v1/events                                              | operator viewer
            GET /v1/groups                                              | operator viewer
            GET /v1/groups/{group}                                      | operator viewer
            GET /v1/groups/{group}/decisions                            | operator viewer
            GET /v1/groups/{group}/decisions/{round}                    | operator viewer
            GET /v1/groups/{group}/drills                               | operator viewer
            GET /v1/groups/{group}/history                              | operator viewer
            GET /v1/groups/{group}/primary                              | agent operator viewer
            POST /v1/groups/{group}/nodes/{node}/heartbeat              | agent operator
            POST /v1/groups/{group}/observe                             | operator
            POST /v1/groups/{group}/pause                               | operator
            POST /v1/groups/{group}/resume                              | operator
            POST /v1/groups/{group}/switchover                          | operator
            PUT /v1/groups/{group}/nodes/{node}/maintenance             | operator
            DELETE /v1/groups/{group}/nodes/{node}                      | operator
            GET /v1/services                                            | operator viewer
            GET /v1/services/{service}                                  | operator viewer
            GET /v1/services/{service}/placements                       | operator viewer
            GET /v1/services/{service}/view                             | agent operator viewer
            POST /v1/services/{service}/rooms/{room}/claim              | agent operator
            GET /v1/services/{service}/rooms/{room}                     | agent operator viewer
            POST /v1/services/{service}/placements                      | agent operator
            PUT /v1/services/{service}/instances/{instance}             | agent operator
            DELETE /v1/services/{service}/instances/{instance}          | agent operator
            POST /v1/services/{service}/instances/{instance}/drain      | operator
            DELETE /v1/services/{service}/instances/{instance}/drain    | operator
            PUT /v1/services/{service}/rooms/{room}                     | agent operator
            DELETE /v1/services/{service}/rooms/{room}                  | agent operator
            """;

    private static Served served;

    @BeforeAll
    static void open() throws Exception {
        served = new Served(KnownTokens.read(List.of(
                "agent " + TOKENS.get("agent") + " gw-1",
                "operator " + TOKENS.get("operator") + " alice",
                "viewer " + TOKENS.get("viewer"))));
    }

    @AfterAll
    static void close() {
        served.close();
    }

    private static SortedMap<String, List<String>> table() {
        SortedMap<String, List<String>> table = new TreeMap<>();
        TABLE.lines().forEach(line -> {
            String[] cells = line.split("\\|", -1);
            String roles = cells[1].strip();
            table.put(cells[0].strip(), roles.isEmpty() ? List.of() : List.of(roles.split(" ")));
        });
        return table;
    }

    static Stream<Arguments> requests() {
        return table().entrySet().stream().map(row -> Arguments.of(row.getKey(), row.getValue()));
    }

    private record Answer(int status, Map<String, List<String>> headers, String body) {

        String code() throws Exception {
            return new ObjectMapper().readTree(body).path("code").asText();
        }
    }

    private static Answer ask(String request, String... authorizations) throws Exception {
        String[] words = request.split(" ");
        String path =
                words[1].replace("{file}", "main.js").replace("{round}", "1").replaceAll("[{}]", "");
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(served.uri(path)).method(words[0], HttpRequest.BodyPublishers.noBody());
        for (String authorization : authorizations) {
            builder.header("authorization", authorization);
        }
        // An answer that goes on, as events do, is not read to an end that it does not have.
        HttpResponse<InputStream> response =
                served.client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            boolean problem = response.statusCode() >= 400;
            return new Answer(
                    response.statusCode(),
                    response.headers().map(),
                    problem ? new String(body.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8) : "");
        }
    }

    @Test
    void everyRequestThatThereIsStandsInTheTableAndNoOther() {
        assertThat(served.access().keySet()).hasSizeGreaterThan(30).isEqualTo(table().keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void aRequestIsAnsweredForItsRolesAndForNobodyElse(String request, List<String> roles) throws Exception {
        boolean open = roles.isEmpty();
        for (Answer unknown : List.of(ask(request), ask(request, "Bearer " + WRONG))) {
            if (open) {
                assertThat(unknown.status()).isLessThan(400);
            } else {
                assertThat(unknown.status()).isEqualTo(401);
                assertThat(unknown.code()).isEqualTo("unauthorized");
                assertThat(unknown.headers()).containsEntry("www-authenticate", List.of("Bearer"));
                assertThat(unknown.headers().get("content-type")).containsExactly("application/problem+json");
                assertThat(unknown.body()).doesNotContain(WRONG);
            }
        }
        for (Map.Entry<String, String> token : TOKENS.entrySet()) {
            Answer answer = ask(request, "Bearer " + token.getValue());
            if (open || roles.contains(token.getKey())) {
                assertThat(answer.status()).as(token.getKey()).isNotIn(401, 403);
            } else {
                assertThat(answer.status()).as(token.getKey()).isEqualTo(403);
                assertThat(answer.code()).isEqualTo("forbidden");
                assertThat(answer.body())
                        .contains("a token of role " + token.getKey() + " may not do this: use one of role "
                                + String.join(" or ", roles))
                        .doesNotContain(token.getValue());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Basic operator-0123456789abcdef",
                "operator-0123456789abcdef",
                "Bearer operator-0123456789abcde",
                "Bearer operator-0123456789abcdefg",
                "Bearer OPERATOR-0123456789ABCDEF",
                "Bearer operator-0123456789abcdef alice"
            })
    void whatIsNotExactlyATokenIsNone(String authorization) throws Exception {
        assertThat(ask("GET /v1/groups", authorization).status()).isEqualTo(401);
    }

    @Test
    void theSchemeMayBeWrittenInAnyCaseAndSaidOnceOnly() throws Exception {
        String token = TOKENS.get("viewer");
        assertThat(ask("GET /v1/groups", "bearer " + token).status()).isEqualTo(200);
        assertThat(ask("GET /v1/groups", "Bearer " + token, "Bearer " + WRONG).status())
                .isEqualTo(401);
        assertThat(ask("GET /v1/groups", "Bearer " + token, "Bearer " + token).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /nothing",
                "GET /health/live/more",
                "GET /health/li%76e",
                "GET /dashboard/a/b",
                "GET /v1/%ff",
                "GET /v1/groups?limit=0",
                "POST /health/live",
                "DELETE /v1/groups",
                "PUT /dashboard/main.js"
            })
    void whoeverIsNotKnownIsToldNothingElseAbout(String request) throws Exception {
        assertThat(ask(request).status()).isEqualTo(401);
        assertThat(ask(request, "Bearer " + TOKENS.get("operator")).status()).isNotEqualTo(401);
    }

    @Test
    void headIsAnsweredLikeGet() throws Exception {
        assertThat(ask("HEAD /health/live").status()).isEqualTo(200);
        assertThat(ask("HEAD /v1/groups", "Bearer " + TOKENS.get("viewer")).status())
                .isEqualTo(200);
    }

    @Test
    void theAuditTellsWhoseTokenAnOrderCameWith() throws Exception {
        String operator = "Bearer " + TOKENS.get("operator");
        HttpResponse<String> beat = served.client.send(
                HttpRequest.newBuilder(served.uri("/v1/groups/audited/nodes/gw-1/heartbeat"))
                        .header("content-type", "application/json")
                        .header("authorization", "Bearer " + TOKENS.get("agent"))
                        .POST(HttpRequest.BodyPublishers.ofString(Served.heartbeat("a1", "standby", 0)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(beat.statusCode()).isEqualTo(200);
        assertThat(ask("POST /v1/groups/audited/resume", operator).status()).isEqualTo(200);
        HttpResponse<String> audit = served.client.send(
                HttpRequest.newBuilder(served.uri("/v1/audit"))
                        .header("authorization", operator)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        JsonNode act = Served.json(audit).get("acts").get(0);
        assertThat(act.get("by").textValue()).isEqualTo("alice");
        assertThat(act.get("from").textValue()).isEqualTo("127.0.0.1");
    }

    @Test
    void aRequestAsTextShowsNoToken() {
        Credentials credentials = Credentials.of(List.of("Bearer " + WRONG));
        Request request = new Request("GET", "/", null, new byte[0], "127.0.0.1", null, credentials, null);
        assertThat(request.toString()).doesNotContain(WRONG);
        assertThatCode(() -> assertThat(credentials.token()).hasValue(WRONG)).doesNotThrowAnyException();
    }
}
