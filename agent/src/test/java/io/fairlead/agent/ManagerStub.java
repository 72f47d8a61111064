package io.fairlead.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A real HTTP endpoint that records the heartbeats and answers what a test wants. */
public final class ManagerStub implements AutoCloseable {
    /** One heartbeat as it came in. */
    public record Received(
            String method,
            String path,
            JsonNode body,
            long nanos,
            @Nullable String authorization) {}

    private record Canned(int status, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final ObjectMapper json = new ObjectMapper();
    private final AtomicReference<@Nullable Canned> once = new AtomicReference<>();
    private volatile long sampleInterval = 5_000;
    private volatile Canned canned = new Canned(200, "");

    public ManagerStub() throws IOException {
        this(0);
    }

    public ManagerStub(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        standby(0, null);
        server.start();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Tells from the next answer on how often the group wants a sample. */
    public void wantSamplesEvery(long millis) {
        sampleInterval = millis;
        standby(0, null);
    }

    public void primary(long token, long holdMillis) {
        answer("primary", token, holdMillis, "gw-1");
    }

    public void standby(long token, @Nullable String primary) {
        answer("standby", token, 30_000, primary);
    }

    private void answer(String role, long token, long holdMillis, @Nullable String primary) {
        canned = new Canned(
                200,
                json.createObjectNode()
                        .put("role", role)
                        .put("token", token)
                        .put("hold_ms", holdMillis)
                        .put("primary", primary)
                        .put("sample_interval_ms", sampleInterval)
                        .put("group", "line-1")
                        .toString());
    }

    public void refuse(int status, String code, String detail) {
        canned = new Canned(
                status,
                json.createObjectNode().put("code", code).put("detail", detail).toString());
    }

    public void say(int status, String body) {
        canned = new Canned(status, body);
    }

    /** Says something to the next heartbeat, and then what it said before. */
    public void sayOnce(int status, String body) {
        once.set(new Canned(status, body));
    }

    public List<Received> received() {
        return received;
    }

    public JsonNode last() {
        return received.get(received.size() - 1).body();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    json.readTree(body),
                    System.nanoTime(),
                    exchange.getRequestHeaders().getFirst("Authorization")));
            Canned special = once.getAndSet(null);
            Canned now = special == null ? canned : special;
            byte[] answer = now.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(now.status(), answer.length == 0 ? -1 : answer.length);
            if (answer.length > 0) {
                exchange.getResponseBody().write(answer);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
