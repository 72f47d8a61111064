package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.manager.metrics.Metric;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a monitoring system reads. */
final class MetricsTest {

    private static String text(Served served) throws Exception {
        HttpResponse<String> scraped = served.get("/metrics");
        assertThat(scraped.statusCode()).isEqualTo(200);
        assertThat(scraped.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        return scraped.body();
    }

    @Test
    void aGroupIsToldOfAndWhatIsUnknownHasNoSample() throws Exception {
        try (Served served = new Served()) {
            await().until(() -> {
                served.beat("line-1", "gw-1", Served.heartbeat(System.nanoTime(), 40));
                return text(served).contains("fairlead_group_has_primary{group=\"line-1\"} 1.0");
            });
            served.beat("line-1", "gw-1", "{}");
            String text = text(served);
            assertThat(text)
                    .contains("fairlead_node_primary{group=\"line-1\",node=\"gw-1\"} 1.0")
                    .contains("fairlead_node_alive{group=\"line-1\",node=\"gw-1\"} 1.0")
                    .contains("fairlead_group_nodes{group=\"line-1\"} 1.0")
                    .contains("fairlead_group_changes_total{cause=\"bootstrap\",group=\"line-1\"} 1.0")
                    .containsPattern("fairlead_heartbeats_total\\{result=\"accepted\"} [1-9]")
                    .containsPattern("fairlead_http_requests_total\\{status=\"400\"} 1.0")
                    .containsPattern("fairlead_heap_used_bytes [1-9]")
                    // A group of one has nothing to compare.
                    .doesNotContain("fairlead_group_advantage_points{");
        }
    }

    @Test
    void whatIsDocumentedIsWhatThereIs() throws Exception {
        List<String> documented = Files.readAllLines(Path.of("../docs/metrics.md")).stream()
                .filter(line -> line.matches("\\| `fairlead_[a-z_]+` \\| (gauge|counter) \\|.*"))
                .toList();
        List<String> expected = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            String labels = metric.labels().isEmpty() ? "none" : "`" + String.join("`, `", metric.labels()) + "`";
            String type = metric.scraped().endsWith("_total") ? "counter" : "gauge";
            expected.add("| `" + metric.scraped() + "` | " + type + " | " + labels + " | " + metric.help() + " |");
        }
        assertThat(documented).containsExactlyElementsOf(expected);
    }
}
