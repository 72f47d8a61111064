package io.fairlead.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.agent.metrics.MetricState;
import io.fairlead.agent.role.HookStatus;
import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import io.fairlead.client.role.FailsafeState;
import io.fairlead.client.role.HandoverPoint;
import io.fairlead.config.ListenAddress;
import io.fairlead.handover.HandoverLevel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LocalPortTest {
    private final AtomicBoolean primary = new AtomicBoolean();
    private final HttpClient http = HttpClient.newHttpClient();
    private LocalPort port;

    @BeforeEach
    void open() throws IOException {
        port = LocalPort.take(ListenAddress.parse("127.0.0.1:0"), this::status);
        port.start();
    }

    @AfterEach
    void close() {
        port.close();
    }

    @Test
    void primaryAnswers200OnlyWhileTheNodeIsPrimary() throws Exception {
        assertThat(get("/primary").statusCode()).isEqualTo(503);
        assertThat(get("/standby").statusCode()).isEqualTo(200);
        primary.set(true);
        assertThat(get("/primary").statusCode()).isEqualTo(200);
        assertThat(get("/standby").statusCode()).isEqualTo(503);
        assertThat(get("/primary").body())
                .isEqualTo(
                        "{\"group\":\"line-1\",\"node\":\"gw-1\",\"role\":\"primary\",\"token\":17,\"primary_ms_left\":2750}");
    }

    // Field case D12 (d)
    @Test
    void healthShowsWhatIsKnownAndWhyTheRestIsNotWithDotsInEveryLocale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            HttpResponse<String> health = get("/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(health.body())
                    .isEqualTo(
                            "{\"group\":\"line-1\",\"node\":\"gw-1\",\"role\":\"standby\",\"token\":17,\"primary_ms_left\":0,\"primary\":null,"
                                    + "\"handover\":{\"id\":5,\"state\":\"prepared\"},\"failsafe\":\"on\",\"managers\":\"answered\",\"hooks\":{\"demote\":{\"state\":\"failed\",\"since\":\"2026-12-01T10:00:00Z\",\"attempts\":3,"
                                    + "\"ended\":\"exit code 1\",\"said\":\"no way\"}},\"metrics\":{\"cpu\":12.5},\"role_load\":8.5,\"unknown\":{\"disk\":\"first reading\"},"
                                    + "\"readings\":{"
                                    + "\"cpu\":{\"value\":12.5,\"unknown\":null,\"age_ms\":1500,\"known_age_ms\":1500,\"of\":\"2 usable cores\","
                                    + "\"from\":[\"/proc/stat\"],\"left_out\":{},\"limits\":[\"1.5 cores (cpu.max)\"]},"
                                    + "\"disk\":{\"value\":null,\"unknown\":\"first reading\",\"age_ms\":1500,\"known_age_ms\":null,\"of\":\"\","
                                    + "\"from\":[],\"left_out\":{\"loop0\":\"no hardware behind it\"},\"limits\":[]},"
                                    + "\"role_load\":{\"value\":8.5,\"unknown\":null,\"age_ms\":1500,\"known_age_ms\":1500,\"of\":\"\","
                                    + "\"from\":[],\"left_out\":{},\"limits\":[]}}}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void anotherPathIsNotFoundAndAnotherMethodNotAllowed() throws Exception {
        HttpResponse<String> missing = get("/primary2");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(missing.body()).contains("\"code\":\"not-found\"");
        HttpResponse<String> post = send(request("/primary").POST(HttpRequest.BodyPublishers.ofString("x")));
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void headAnswersLikeGetWithoutABody() throws Exception {
        HttpResponse<String> head = send(request("/primary").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(503);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void aTakenPortIsSaidInOneLine() {
        ListenAddress taken = new ListenAddress("127.0.0.1", port.port());
        assertThatThrownBy(() -> LocalPort.take(taken, this::status))
                .isInstanceOf(IOException.class)
                .hasMessage("listen 127.0.0.1:" + port.port() + ": another process uses this port: stop it, or choose"
                        + " another port (port 0 takes any free one)");
    }

    @Test
    void anAddressOfAnotherMachineIsSaidInOneLine() {
        assertThatThrownBy(() -> LocalPort.take(ListenAddress.parse("192.0.2.1:7401"), this::status))
                .isInstanceOf(IOException.class)
                .hasMessage("listen 192.0.2.1:7401: this machine does not have this address");
    }

    private LocalStatus status() {
        var hooks = new TreeMap<String, HookStatus>();
        hooks.put(
                "demote",
                new HookStatus(
                        HookStatus.State.FAILED, Instant.parse("2026-12-01T10:00:00Z"), 3, "exit code 1", "no way"));
        var readings = new TreeMap<String, MetricState>();
        readings.put(
                "cpu",
                known(
                        12.5,
                        new Origin(
                                "2 usable cores",
                                List.of("/proc/stat"),
                                new TreeMap<>(),
                                List.of("1.5 cores (cpu.max)"))));
        readings.put(
                "disk",
                new MetricState(
                        new Reading.Unknown("first reading"),
                        new Origin("", List.of(), new TreeMap<>(Map.of("loop0", "no hardware behind it")), List.of()),
                        Duration.ofMillis(1500),
                        Optional.empty()));
        readings.put("role_load", known(8.5, Origin.NONE));
        return new LocalStatus(
                "line-1",
                "gw-1",
                Duration.ofMillis(primary.get() ? 2_750 : 0),
                17,
                "",
                new HandoverPoint(5, HandoverLevel.PREPARED),
                FailsafeState.ON,
                "answered",
                hooks,
                readings);
    }

    private static MetricState known(double value, Origin origin) {
        Duration age = Duration.ofMillis(1500);
        return new MetricState(Reading.of(value), origin, age, Optional.of(age));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
