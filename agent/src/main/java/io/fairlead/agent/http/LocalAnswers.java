package io.fairlead.agent.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** What the local port says to a request, as bytes; knows nothing of connections. */
final class LocalAnswers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Supplier<LocalStatus> status;

    LocalAnswers(Supplier<LocalStatus> status) {
        this.status = status;
    }

    /** The answer to a request whose head is complete; a body is never looked at. */
    byte[] to(String head) {
        String[] words = head.lines().findFirst().orElse("").split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            return problem(
                    true, 400, "bad-request", "the first line is no HTTP/1.1 request such as GET /primary HTTP/1.1");
        }
        boolean body = !words[0].equals("HEAD");
        if (body && !words[0].equals("GET")) {
            return problem(true, 405, "method-not-allowed", "this port answers GET and HEAD only");
        }
        LocalStatus now = status.get();
        return switch (path(words[1])) {
            case "/primary" -> answer(body, now.primary() ? 200 : 503, role(now));
            case "/standby" -> answer(body, now.primary() ? 503 : 200, role(now));
            case "/health" -> answer(body, 200, HealthJson.of(now, role(now)));
            default -> problem(body, 404, "not-found", "this port has /primary, /standby and /health");
        };
    }

    /** The answer to a request whose head does not end. */
    byte[] toTooLarge() {
        return problem(true, 431, "headers-too-large", "this port takes requests of at most 8192 bytes");
    }

    /** The answer to a request that did not arrive in time. */
    byte[] toTooSlow() {
        return problem(true, 408, "request-timeout", "the request did not arrive in time");
    }

    /** A bug in one answer is that caller's, and said. */
    byte[] toBug() {
        return problem(true, 500, "internal-error", "a bug in this agent; its log says more");
    }

    private static String path(String target) {
        try {
            String path = URI.create(target).getPath();
            return path == null ? "" : path;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static ObjectNode role(LocalStatus now) {
        return JSON.createObjectNode()
                .put("group", now.group())
                .put("node", now.node())
                .put("role", now.primary() ? "primary" : "standby")
                .put("token", now.token())
                .put("primary_ms_left", now.primaryFor().toMillis());
    }

    private static byte[] answer(boolean body, int code, ObjectNode json) {
        return bytes(body, code, "application/json", json);
    }

    private static byte[] problem(boolean body, int code, String name, String detail) {
        ObjectNode problem = JSON.createObjectNode()
                .put("type", "about:blank")
                .put("status", code)
                .put("code", name)
                .put("detail", detail);
        return bytes(body, code, "application/problem+json", problem);
    }

    private static byte[] bytes(boolean body, int code, String type, ObjectNode json) {
        String text = text(json);
        String head = "HTTP/1.1 " + code + " " + words(code) + "\r\nContent-Type: " + type
                + "\r\nContent-Length: " + text.getBytes(StandardCharsets.UTF_8).length
                + "\r\nCache-Control: no-store\r\nConnection: close\r\n" + (code == 405 ? "Allow: GET, HEAD\r\n" : "")
                + "\r\n";
        return (body ? head + text : head).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ObjectNode json) {
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }

    private static String words(int code) {
        return switch (code) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> throw new IllegalArgumentException("no words for status " + code);
        };
    }
}
