package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.manager.loop.UnwritableMemory;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders of operators over a real port. */
final class OrderRestTest {

    private static Served served;

    @BeforeAll
    static void open() throws Exception {
        served = new Served();
        served.beat("shop", "gw-1", Served.heartbeat("a1", "standby", 0));
    }

    @AfterAll
    static void close() {
        served.close();
    }

    private static JsonNode orders(String group) throws Exception {
        return Served.json(served.get("/v1/groups/" + group)).get("orders");
    }

    @Test
    void whatIsInForceIsShownWithWhereItComesFrom() throws Exception {
        served.beat("force", "gw-1", Served.heartbeat("a1", "standby", 0));
        assertThat(orders("force").toString())
                .isEqualTo("{\"observe\":{\"value\":\"off\",\"source\":\"configuration\"},"
                        + "\"pause\":{\"value\":\"off\",\"source\":\"configuration\"},\"maintenance\":[]}");
        served.send("POST", "/v1/groups/force/observe", "{\"observe\":\"preference\"}");
        served.send("POST", "/v1/groups/force/pause", "{\"what\":\"all\",\"reason\":\"moving racks\"}");
        HttpResponse<String> out = served.send("PUT", "/v1/groups/force/nodes/gw-1/maintenance", "{\"on\":true}");
        assertThat(out.statusCode()).isEqualTo(200);
        assertThat(orders("force").toString())
                .isEqualTo("{\"observe\":{\"value\":\"preference\",\"source\":\"ordered\"},"
                        + "\"pause\":{\"value\":\"all\",\"source\":\"ordered\"},"
                        + "\"maintenance\":[{\"node\":\"gw-1\",\"on\":true,\"source\":\"ordered\"}]}");
        assertThat(Served.json(out).get("orders")).isEqualTo(orders("force"));
        JsonNode node = Served.json(served.get("/v1/groups/force")).get("nodes").get(0);
        assertThat(node.get("maintenance").booleanValue()).isTrue();
    }

    @Test
    void everyActIsInTheAuditWithItsOldAndNewValue() throws Exception {
        served.beat("audited", "gw-1", Served.heartbeat("a1", "standby", 0));
        JsonNode before = Served.json(served.get("/v1/audit?limit=1")).get("acts");
        long newest = before.isEmpty() ? 0 : before.get(0).get("number").longValue();
        served.send("POST", "/v1/groups/audited/pause", "{\"reason\":\"moving\\nracks\"}");
        served.send("POST", "/v1/groups/audited/resume", null);
        served.send("DELETE", "/v1/groups/audited/nodes/gw-1", null);
        JsonNode page = Served.json(served.get("/v1/audit?limit=2&after=" + newest));
        assertThat(page.get("acts")).hasSize(2);
        assertThat(page.get("next").longValue()).isEqualTo(newest + 2);
        JsonNode pause = page.get("acts").get(0);
        assertThat(pause.get("time").textValue()).startsWith("20");
        assertThat(pause.toString())
                .contains("\"from\":\"127.0.0.1\",\"what\":\"pause\",\"group\":\"audited\",\"node\":null,"
                        + "\"old\":\"off\",\"new\":\"preference\",\"result\":\"done\",\"refused\":null,"
                        + "\"reason\":\"moving racks\"");
        assertThat(page.get("acts").get(1).get("what").textValue()).isEqualTo("resume");
        JsonNode last = Served.json(served.get("/v1/audit?after=" + (newest + 2)));
        assertThat(last.get("next").isNull()).isTrue();
        assertThat(last.get("acts").get(0).toString())
                .contains("\"what\":\"remove\"")
                .contains("\"old\":\"alive\",\"new\":\"alive\",\"result\":\"refused\",\"refused\":\"node-heard\"");
    }

    @Test
    void aSwitchoverSaysWhyItCannotBe() throws Exception {
        served.beat("over", "gw-1", Served.heartbeat("a1", "standby", 0));
        HttpResponse<String> early = served.send("POST", "/v1/groups/over/switchover", null);
        assertThat(early.statusCode()).isEqualTo(409);
        assertThat(Served.json(early).get("code").textValue()).isEqualTo("switchover-refused");
        assertThat(Served.json(early).get("detail").textValue())
                .startsWith("group over: the manager still finds out who is primary: ask again in ");
        HttpResponse<String> unknown = served.send("POST", "/v1/groups/over/switchover", "{\"to\":\"gw-2\"}");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(Served.json(unknown).get("code").textValue()).isEqualTo("unknown-node");
        HttpResponse<String> odd = served.send("POST", "/v1/groups/over/switchover", "{\"to\":\"a b\"}");
        assertThat(odd.statusCode()).isEqualTo(400);
        assertThat(Served.json(odd).get("detail").textValue()).contains("to is no node id", "1..128 characters");
    }

    @Test
    void aNodeThatIsHeardOfIsNotRemovedAndTheRefusalSaysWhatToDo() throws Exception {
        served.beat("remove", "gw-1", Served.heartbeat("a1", "standby", 0));
        HttpResponse<String> refused = served.send("DELETE", "/v1/groups/remove/nodes/gw-1", null);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(Served.json(refused).get("code").textValue()).isEqualTo("node-heard");
        assertThat(Served.json(refused).get("detail").textValue())
                .matches("node gw-1 of group remove is heard of, \\d\\.\\d s ago, and would come back with its next"
                        + " heartbeat: stop its agent; it can be removed when it has said goodbye or has been silent for"
                        + " 3\\.3 s");
        await().untilAsserted(() -> assertThat(served.send("DELETE", "/v1/groups/remove/nodes/gw-1", null)
                        .statusCode())
                .isEqualTo(200));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            POST   | /v1/groups/nope/pause                  | {}                    | 404 | unknown-group  | group nope is not known
            POST   | /v1/groups/shop/pause                  | {"what":"some"}       | 400 | out-of-range   | /what is "some": use preference or all
            POST   | /v1/groups/shop/pause                  | {"observe":"off"}     | 400 | unknown-field  | field "observe" is not known
            POST   | /v1/groups/shop/observe                | {}                    | 400 | missing-field  | /observe is missing
            POST   | /v1/groups/shop/observe                | {"observe":true}      | 400 | wrong-type     | /observe is true
            POST   | /v1/groups/shop/observe                | {"observe":"on"}      | 400 | out-of-range   | use off, preference or all
            POST   | /v1/groups/shop/observe?x=1            | {"observe":"off"}     | 400 | bad-query      | parameter "x" is not known
            POST   | /v1/groups/shop/resume                 | {"what":"all"}        | 400 | unknown-field  | field "what" is not known
            PUT    | /v1/groups/shop/nodes/gw-1/maintenance | {"on":"yes"}          | 400 | wrong-type     | use true or false
            PUT    | /v1/groups/shop/nodes/gw-1/maintenance | {}                    | 400 | missing-field  | /on is missing
            PUT    | /v1/groups/shop/nodes/gw-2/maintenance | {"on":true}           | 404 | unknown-node   | group shop has no node gw-2; the nearest known node is gw-1
            PUT    | /v1/groups/shop/nodes/a%2fb/maintenance | {"on":true}          | 400 | bad-id         | use 1..128 characters
            DELETE | /v1/groups/shop/nodes/gw-7             |                       | 404 | unknown-node   | group shop has no node gw-7
            GET    | /v1/audit?limit=0                      |                       | 400 | bad-query      | use a whole number, 1 to 200
            POST   | /v1/groups/shop/pause                  |                       | 415 | unsupported-media-type | use application/json
            PUT    | /v1/groups/shop/pause                  | {}                    | 405 | method-not-allowed | use POST
            """)
    void whatIsNoOrderIsRefusedWithWhatWouldBeRight(
            String method, String path, String body, int status, String code, String detail) throws Exception {
        JsonNode before = orders("shop");
        HttpResponse<String> refused = served.send(method, path, body);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
        assertThat(Served.json(refused).get("code").textValue()).isEqualTo(code);
        assertThat(Served.json(refused).get("detail").textValue()).contains(detail);
        assertThat(orders("shop")).isEqualTo(before);
    }

    @Test
    void aReasonIsASentenceAndNotANovel() throws Exception {
        String body = "{\"reason\":\"" + "x".repeat(201) + "\"}";
        HttpResponse<String> refused = served.send("POST", "/v1/groups/shop/pause", body);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(Served.json(refused).get("detail").textValue())
                .isEqualTo("/reason has 201 characters: use at most 200");
    }

    @Test
    void whileTheJournalCannotBeWrittenOrdersAreRefusedWithACodeOfTheirOwn() throws Exception {
        try (Served full = new Served(HttpLimits.standard(), new UnwritableMemory())) {
            full.beat("line-1", "gw-1", Served.heartbeat("a1", "standby", 0));
            HttpResponse<String> refused = full.send("POST", "/v1/groups/line-1/pause", "{\"what\":\"all\"}");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(Served.json(refused).get("code").textValue()).isEqualTo("journal-unwritable");
            assertThat(Served.json(refused).get("detail").textValue()).contains("nothing has changed");
            JsonNode group = Served.json(full.get("/v1/groups/line-1"));
            assertThat(group.get("orders").get("pause").get("value").textValue())
                    .isEqualTo("off");
            assertThat(full.get("/v1/audit").body()).contains("\"refused\":\"journal-unwritable\"");
        }
    }
}
