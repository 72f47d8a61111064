package io.fairlead.manager.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.handover.Timing;
import io.fairlead.manager.access.KnownTokens;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.Memory;
import io.fairlead.manager.loop.ThreadTimeline;
import io.fairlead.manager.services.ServiceSettings;
import io.fairlead.manager.services.Services;
import io.fairlead.manager.services.Stores;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The REST interface on a real port of this machine, with short times, and a client that talks to it. */
final class Served implements AutoCloseable {

    static final Timing HOLD = Timing.of(Duration.ofSeconds(3));

    private static final ObjectMapper MAPPER = new ObjectMapper();

    final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ThreadTimeline timeline = new ThreadTimeline();
    private final HttpPort port;
    private final SortedMap<String, Access> access;

    Served() throws IOException {
        this(HttpLimits.standard());
    }

    Served(HttpLimits limits) throws IOException {
        this(limits, Memory.NONE);
    }

    /** With facts that go somewhere. */
    Served(HttpLimits limits, Memory memory) throws IOException {
        this(limits, memory, KnownTokens.NONE);
    }

    /** For those who have a token. */
    Served(KnownTokens tokens) throws IOException {
        this(HttpLimits.standard(), Memory.NONE, tokens);
    }

    private Served(HttpLimits limits, Memory memory, KnownTokens tokens) throws IOException {
        GroupSettings settings = GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofMillis(100)));
        Services services = new Services(
                timeline, Stores.inMemory(), id -> ServiceSettings.standard(), new SplittableRandom(1)::nextLong);
        Api api = Api.of(new Groups(timeline, HOLD, id -> settings, memory), services, Runnable::run, null)
                .behind(tokens);
        access = api.access();
        port = open(limits, api::answer);
    }

    Served(HttpLimits limits, Function<Request, CompletionStage<Reply>> api) throws IOException {
        access = new TreeMap<>();
        port = open(limits, api);
    }

    /** Whom each route lets in, by method and path. */
    SortedMap<String, Access> access() {
        return access;
    }

    private static HttpPort open(HttpLimits limits, Function<Request, CompletionStage<Reply>> api) throws IOException {
        return HttpPort.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits, api);
    }

    int port() {
        return port.port();
    }

    URI uri(String target) {
        return URI.create("http://127.0.0.1:" + port() + target);
    }

    HttpResponse<String> get(String target) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(target)).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> beat(String group, String node, String body) throws Exception {
        return client.send(post(group, node, body), HttpResponse.BodyHandlers.ofString());
    }

    HttpRequest post(String group, String node, String body) {
        return HttpRequest.newBuilder(uri("/v1/groups/" + group + "/nodes/" + node + "/heartbeat"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** A request with a JSON body, or none where it is null. */
    HttpResponse<String> send(String method, String target, @Nullable String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(target));
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("content-type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> response) throws IOException {
        return MAPPER.readTree(response.body());
    }

    /** A heartbeat without a sample. */
    static String heartbeat(String incarnation, String role, long token) {
        return "{\"incarnation\":\"" + incarnation + "\",\"role\":\"" + role + "\",\"token\":" + token
                + ",\"address\":\"10.0.0.5:8080\",\"capacity\":1.0,\"heartbeat_interval_ms\":100}";
    }

    /** A heartbeat with a sample. */
    static String heartbeat(long sequence, double cpu) {
        return "{\"incarnation\":\"a1\",\"role\":\"standby\",\"token\":0,\"heartbeat_interval_ms\":100,"
                + "\"sample\":{\"sequence\":" + sequence + ",\"metrics\":{\"cpu\":" + cpu
                + ",\"memory\":40.1},\"unknown\":{\"disk\":\"first reading\"},\"role_load\":8.5}}";
    }

    @Override
    public void close() {
        port.close();
        timeline.close();
    }
}
