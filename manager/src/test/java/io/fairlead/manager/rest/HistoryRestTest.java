package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.config.ListenAddress;
import io.fairlead.handover.Timing;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Past rounds over a real port. */
final class HistoryRestTest {

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(Manager manager, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(manager.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void beat(Manager manager, long sequence) throws Exception {
        String url = manager.url() + "/v1/groups/line-1/nodes/gw-1/heartbeat";
        client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Served.heartbeat(sequence, 12.5)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private ManagerSettings settings() {
        GroupSettings quick = GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofMillis(100)));
        return ManagerSettings.standard()
                .withDataDir(folder)
                .with(new ListenAddress("127.0.0.1", 0))
                .with(Timing.of(Duration.ofSeconds(1)))
                .with(new io.fairlead.GroupId("line-1"), quick);
    }

    @Test
    void aRoundIsShownWithWhatWasMeasuredAndWhatWasDecidedAndPagesGoOnAfterIt() throws Exception {
        try (Manager manager = Manager.start(settings())) {
            for (long i = 1; i <= 5; i++) {
                long sequence = i;
                beat(manager, sequence);
                await().until(() -> Served.json(get(manager, "/v1/groups/line-1"))
                                .get("round")
                                .longValue()
                        >= 2 * sequence);
            }
            JsonNode page = Served.json(get(manager, "/v1/groups/line-1/history?limit=3"));
            assertThat(page.get("sample_interval_ms").longValue()).isEqualTo(100);
            assertThat(page.get("rounds")).hasSize(3);
            assertThat(page.get("next").longValue()).isEqualTo(3);
            JsonNode first = page.get("rounds").get(0);
            assertThat(first.get("round").longValue()).isEqualTo(1);
            assertThat(first.get("at_s").doubleValue()).isBetween(0.05, 5.0);
            assertThat(first.get("kind").textValue()).isEqualTo("would_switch");
            assertThat(first.get("primary").isNull()).isTrue();
            assertThat(first.get("words").textValue())
                    .isEqualTo("gw-1 would become primary: the group had no primary yet"
                            + " (held back: the manager has just started)");
            assertThat(first.get("hysteresis").isNull()).isTrue();
            assertThat(first.get("nodes").get(0).get("metrics").toString()).isEqualTo("{\"cpu\":12.5,\"memory\":40.1}");
            assertThat(first.get("nodes").get(0).get("role_load").doubleValue()).isEqualTo(8.5);
            assertThat(page.get("rounds")
                            .get(1)
                            .get("nodes")
                            .get(0)
                            .get("metrics")
                            .isNull())
                    .as("a round without a sample")
                    .isTrue();

            JsonNode second = Served.json(get(manager, "/v1/groups/line-1/history?limit=3&after=3"));
            assertThat(second.get("rounds").get(0).get("round").longValue()).isEqualTo(4);
            JsonNode newest = Served.json(get(manager, "/v1/groups/line-1/history?limit=1&newest=true"));
            assertThat(newest.get("rounds").get(0).get("round").longValue()).isGreaterThanOrEqualTo(10);
            assertThat(newest.get("next").isNull()).isTrue();
        }
    }

    @Test
    void aGroupThatIsNotKnownAndAWrongQuestionAreRefused() throws Exception {
        try (Manager manager = Manager.start(settings())) {
            HttpResponse<String> unknown = get(manager, "/v1/groups/nope/history");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(Served.json(unknown).get("code").textValue()).isEqualTo("unknown-group");
            assertThat(get(manager, "/v1/groups/nope/history?limit=501").body())
                    .contains("parameter limit is \\\"501\\\": use a whole number, 1 to 500");
            assertThat(get(manager, "/v1/groups/nope/history?form=1").body())
                    .contains("parameter \\\"form\\\" is not known");
        }
    }

    @Test
    void aManagerThatKeepsNothingSaysThatItHasNoHistory() throws Exception {
        try (Manager manager = Manager.start(settings().inMemory())) {
            beat(manager, 1);
            HttpResponse<String> refused = get(manager, "/v1/groups/line-1/history");
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(Served.json(refused).get("code").textValue()).isEqualTo("no-history");
            assertThat(Served.json(refused).get("detail").textValue()).contains("start it with store embedded");
        }
    }
}
