package io.fairlead.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A manager that gives prepared answers, each by its path and query. */
final class FakeManager implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Prepared> answers = new TreeMap<>();

    private record Prepared(int status, String body) {}

    FakeManager() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            Prepared found = answers.getOrDefault(
                    exchange.getRequestURI().toString(), new Prepared(404, "{\"detail\": \"no such path\"}"));
            byte[] body = found.body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(found.status, body.length == 0 ? -1 : body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
    }

    FakeManager answer(String path, int status, String body) {
        answers.put(path, new Prepared(status, body));
        return this;
    }

    FakeManager answer(String path, String body) {
        return answer(path, 200, body);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    static String resource(String name) {
        try (InputStream in = FakeManager.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
