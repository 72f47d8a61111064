package io.fairlead.bench.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reference: the JDK's own server. It reads bodies blockingly, so a slow sender holds a thread. */
final class JdkServer {
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.maxIdleConnections", "20000");
        HttpServer server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 4096);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/v1/", exchange -> {
            byte[] answer = Heartbeat.answer(exchange.getRequestBody().readAllBytes());
            if ("wait".equals(exchange.getRequestURI().getQuery())) {
                timer.schedule(() -> write(exchange, answer), Heartbeat.PARK_MS, TimeUnit.MILLISECONDS);
            } else {
                write(exchange, answer);
            }
        });
        server.start();
        Ready.say(server.getAddress().getPort());
    }

    private static void write(HttpExchange exchange, byte[] body) {
        try (exchange) {
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private JdkServer() {}
}
