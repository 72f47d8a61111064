package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager as a process of its own, instances that report to it over real connections, and {@code place}. */
class PlaceOnOneMachineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private int sequence;

    private int report(String url, String instance, String load) throws Exception {
        String body = "{\"incarnation\":\"a1\",\"sequence\":" + ++sequence
                + ",\"sample_age_ms\":0,\"uptime_ms\":0,\"rooms\":0,\"endpoint\":\"ws://" + instance
                + ".example:9000\"," + load + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/services/battle/instances/" + instance))
                .header("content-type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private void reports(String url) throws Exception {
        assertThat(report(url, "i1", "\"metrics\":{\"cpu\":20,\"memory\":10}")).isEqualTo(200);
        assertThat(report(url, "i2", "\"metrics\":{\"cpu\":75,\"memory\":10}")).isEqualTo(200);
        assertThat(report(url, "i3", "\"metrics\":{\"memory\":10}")).isEqualTo(200);
        assertThat(report(url, "i4", "\"state\":\"draining\",\"metrics\":{\"cpu\":0,\"memory\":0}"))
                .isEqualTo(200);
    }

    @Test
    void aRoomGetsAPlaceKeepsItAndTheReasonsAreSaid() throws Exception {
        Path config = Files.writeString(
                folder.resolve("manager.yaml"),
                "services: { battle: { policy: safety-margin, ceilings: { cpu: 70, memory: 90 } } }");
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString())) {
            String url = manager.awaitLine("manager ready on ");
            Called nobody = Called.with("place", "battle", "--manager", url);
            assertThat(nobody.code()).isEqualTo(1);
            assertThat(nobody.err())
                    .isEqualTo(
                            "fairlead place: service battle has no instance: none has reported, or all have left (so says the manager"
                                    + " at " + url + ")\n");

            reports(url);
            Called connection = Called.with("place", "battle", "--manager", url);
            assertThat(connection.err()).isEmpty();
            // With the ceiling of the configuration i2 is full, so i1 is the only one with weight.
            assertThat(connection.out())
                    .startsWith("i1  ws://i1.example:9000\ni1: drawn by weight, ")
                    .contains("  i1          50.0  cpu    2500  chosen")
                    .contains("  i2           0.0  cpu       0  weight 0, wanted at least 1")
                    .contains("  i3             ?            0  every resource with a ceiling is measured: no")
                    .contains("  i4          70.0  cpu       0  not draining: no")
                    .contains("  no   i4: not draining: no")
                    .contains("  ok   sum of the weights 2500, wanted at least 1")
                    .doesNotContain("room ");

            // A manager that has just started first hears who is there.
            Called early = Called.with("place", "battle", "--room", "r-17", "--manager", url);
            assertThat(early.out() + early.err()).containsAnyOf("has just started", "lives there from now on");
            await().atMost(PATIENCE).untilAsserted(() -> {
                reports(url);
                Called placed = Called.with("place", "battle", "--room", "r-17", "--manager", url);
                assertThat(placed.code()).as(placed.err()).isZero();
            });
            Called again = Called.with("place", "battle", "--room", "r-17", "--manager", url);
            assertThat(again.out())
                    .startsWith("i1  ws://i1.example:9000\ni1: the room lives there already.\n")
                    .contains("room r-17 lived there already (epoch ")
                    .doesNotContain("INSTANCE");
            Called json = Called.with("place", "battle", "--room", "r-17", "--json", "--manager", url);
            assertThat(json.out())
                    .startsWith("{\"number\":")
                    .contains("\"basis\":\"AFFINITY\"")
                    .hasLineCount(1);
            await().atMost(PATIENCE).untilAsserted(() -> {
                reports(url);
                Called drained = Called.with("drain", "battle", "i1", "--within", "1h", "--manager", url);
                assertThat(drained.out())
                        .isEqualTo("battle/i1 takes no new rooms and has none left: it can be ended.\n");
            });
            assertThat(Called.with("drain", "battle", "i1", "--cancel", "--manager", url)
                            .out())
                    .isEqualTo("battle/i1 is ordered to drain no more.\n");
            assertThat(Called.with("drain", "battle", "i9", "--manager", url).err())
                    .startsWith("fairlead drain: service battle has no instance i9");
            assertThat(manager.terminate()).isZero();
            assertThat(manager.err()).isEmpty();
        }
    }

    @Test
    void aPolicyThatDoesNotExistYetIsRefusedAtTheStart() throws IOException {
        Path config = Files.writeString(folder.resolve("manager.yaml"), "services:\n  battle:\n    policy: fair\n");
        Called called = Called.with("manager", "--listen", "127.0.0.1:0", "--config", config.toString());
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .contains("manager.yaml:3: policy: found \"fair\", expected safety-margin or fairlead")
                .hasLineCount(1);
    }
}
