package io.fairlead.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
            @Nullable String query,
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

    /** Leads its nodes step by step, as a manager with a lease of the given length does. */
    public void steps(Step step) {
        canned = new Canned(200, step.json(json));
    }

    /**
     * An answer with steps.
     *
     * @param directive what the node is told, such as {@code prepare}
     * @param id the number of the change, or the token
     * @param token the group's newest token
     * @param leaseMillis how long a role lasts
     * @param mode {@code overlap} or {@code exclusive}
     */
    public record Step(String directive, long id, long token, long leaseMillis, String mode) {
        public String json(ObjectMapper json) {
            boolean primary = directive.equals("promote");
            ObjectNode answer = json.createObjectNode()
                    .put("role", primary ? "primary" : "standby")
                    .put("token", token)
                    .put("hold_ms", leaseMillis)
                    .put("primary", primary ? "gw-1" : "gw-2")
                    .put("group", "line-1")
                    .put("cluster", "00c0ffee")
                    .put("renewed", primary);
            answer.putObject("timing")
                    .put("heartbeat_ms", leaseMillis / 4)
                    .put("answer_wait_ms", leaseMillis / 8)
                    .put("failsafe_after_ms", leaseMillis / 2)
                    .put("fence_lead_ms", leaseMillis / 4)
                    .put("lease_ms", leaseMillis);
            answer.putObject("handover")
                    .put("mode", mode)
                    .put("prepare_ms", 30_000)
                    .put("promote_ms", 10_000)
                    .put("drain_ms", 30_000)
                    .put("cleanup_ms", 30_000);
            answer.putObject("directive")
                    .put("do", directive)
                    .put("id", id)
                    .put("reason", "PREFERENCE")
                    .put("from", "gw-2")
                    .put("to", "gw-1");
            return answer.toString();
        }
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
                    exchange.getRequestURI().getQuery(),
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
