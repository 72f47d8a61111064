package io.fairlead.agent.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The HTTP port for programs on this machine: {@code GET /primary} answers 200 only while this node is primary and else
 * 503, {@code GET /standby} the other way round, {@code GET /health} 200 while the agent runs, with its newest reading.
 *
 * <p>It is the server of the JDK: three small answers on the loopback interface, a few times a second, need no library,
 * and every JDK has it. The manager's server, which carries every agent of a site, is another matter.
 */
public final class LocalPort implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int WAITING = 64;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Supplier<LocalStatus> status;

    private LocalPort(HttpServer server, Supplier<LocalStatus> status) {
        this.server = server;
        this.status = status;
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "fairlead-local-port");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /**
     * Takes the port, so that nobody else can, and answers nothing before {@link #start}; port 0 means any free one.
     * Throws {@link IOException} whose message says which address is taken.
     *
     * @param status asked anew for each request
     */
    public static LocalPort take(InetSocketAddress address, Supplier<LocalStatus> status) throws IOException {
        try {
            return new LocalPort(HttpServer.create(address, 0), status);
        } catch (BindException e) {
            throw new IOException(
                    "listen: found " + address.getHostString() + ":" + address.getPort() + ", which cannot be opened ("
                            + e.getMessage() + "), expected a free port",
                    e);
        }
    }

    /** Answers requests from now on. */
    public void start() {
        server.start();
    }

    /** The port that was taken. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                problem(exchange, 405, "method-not-allowed", "this port answers GET and HEAD only");
                return;
            }
            LocalStatus now = status.get();
            switch (exchange.getRequestURI().getPath()) {
                case "/primary" -> answer(exchange, now.primary() ? 200 : 503, role(now));
                case "/standby" -> answer(exchange, now.primary() ? 503 : 200, role(now));
                case "/health" -> answer(exchange, 200, health(now));
                default -> problem(exchange, 404, "not-found", "this port has /primary, /standby and /health");
            }
        }
    }

    private static ObjectNode role(LocalStatus now) {
        return JSON.createObjectNode()
                .put("group", now.group())
                .put("node", now.node())
                .put("role", now.primary() ? "primary" : "standby")
                .put("token", now.token());
    }

    private static ObjectNode health(LocalStatus now) {
        ObjectNode health = role(now);
        if (now.primaryOfGroup().isEmpty()) {
            health.putNull("primary");
        } else {
            health.put("primary", now.primaryOfGroup());
        }
        health.put("managers", now.managers());
        ObjectNode hooks = health.putObject("hooks");
        now.hooks()
                .forEach((name, hook) -> hooks.putObject(name)
                        .put("state", hook.state().word())
                        .put(
                                "since",
                                hook.since().truncatedTo(ChronoUnit.MILLIS).toString())
                        .put("attempts", hook.attempts())
                        .put("ended", hook.ended())
                        .put("said", hook.said()));
        ObjectNode metrics = health.putObject("metrics");
        now.metrics().forEach(metrics::put);
        ObjectNode unknown = health.putObject("unknown");
        now.unknown().forEach(unknown::put);
        return health;
    }

    private static void answer(HttpExchange exchange, int code, ObjectNode body) throws IOException {
        send(exchange, code, "application/json", body);
    }

    private static void problem(HttpExchange exchange, int code, String name, String detail) throws IOException {
        ObjectNode problem = JSON.createObjectNode()
                .put("type", "about:blank")
                .put("status", code)
                .put("code", name)
                .put("detail", detail);
        send(exchange, code, "application/problem+json", problem);
    }

    private static void send(HttpExchange exchange, int code, String type, ObjectNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(code, -1);
            return;
        }
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
