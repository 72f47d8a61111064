package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the port does with clients that are slow, greedy, broken, or merely unusual. */
final class HttpPortTest {

    private static final HttpLimits QUICK = HttpLimits.standard().with(Duration.ofMillis(500), Duration.ofMillis(800));

    private static final String HEAD = " HTTP/1.1\r\nhost: x\r\n";

    @TempDir
    Path folder;

    private static String beat(String body, String more) {
        return "POST /v1/groups/line-1/nodes/gw-1/heartbeat" + HEAD + "content-type: application/json\r\n" + more
                + "\r\n" + body;
    }

    private static String lengthOf(String body) {
        return "content-length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n";
    }

    @Test
    void aRequestThatArrivesByteByByteIsAnsweredAsLongAsItArrivesInTime() throws Exception {
        String body = Served.heartbeat(1, 40);
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            for (char c : beat(body, lengthOf(body)).toCharArray()) {
                wire.send(String.valueOf(c));
            }
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aRequestThatDoesNotArriveInTimeIsRefusedAndTheConnectionEnds() throws Exception {
        for (String begun : List.of("GE", "GET / HTTP/1.1\r\nhos", beat("", "content-length: 10\r\n") + "{")) {
            try (Served served = new Served(QUICK);
                    Wire wire = new Wire(served.port()).send(begun)) {
                assertThat(wire.response())
                        .startsWith("HTTP/1.1 408")
                        .contains("connection: close")
                        .contains("\"code\":\"request-timeout\"");
                assertThat(wire.isClosed()).isTrue();
            }
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        try (Served served = new Served(QUICK);
                Wire wire = new Wire(served.port())) {
            assertThat(wire.isClosed()).isTrue();
        }
        try (Served served = new Served(QUICK);
                Wire wire = new Wire(served.port()).send("GET /health/live" + HEAD + "\r\n")) {
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            assertThat(wire.isClosed()).isTrue();
        }
    }

    @Test
    void requestsThatComeAllAtOnceAreAnsweredInTheirOrder() throws Exception {
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                String body = Served.heartbeat(i, 40);
                all.append("GET /nothing-" + i + HEAD + "\r\n").append(beat(body, lengthOf(body)));
            }
            wire.send(all.toString());
            for (int i = 0; i < 60; i++) {
                assertThat(wire.response()).startsWith("HTTP/1.1 404").contains("/nothing-" + i + "\\\"");
                assertThat(wire.response()).startsWith("HTTP/1.1 200").contains("\"group\":\"line-1\"");
            }
        }
    }

    @Test
    void theNextRequestIsNotTakenBeforeTheAnswerOfTheLastIsOut() throws Exception {
        List<CompletableFuture<Reply>> pending = new CopyOnWriteArrayList<>();
        try (Served served = new Served(HttpLimits.standard(), request -> {
                    CompletableFuture<Reply> later = new CompletableFuture<>();
                    pending.add(later);
                    return later;
                });
                Wire wire = new Wire(served.port())) {
            wire.send("GET /1" + HEAD + "\r\nGET /2" + HEAD + "\r\n");
            await().until(() -> pending.size() == 1);
            pending.get(0).complete(Reply.text("one"));
            assertThat(wire.response()).endsWith("one");
            await().until(() -> pending.size() == 2);
            pending.get(1).complete(Reply.text("two"));
            assertThat(wire.response()).endsWith("two");
        }
    }

    @Test
    void aBodyInPiecesIsOneBodyAndABodyThatIsTooLargeLeavesTheConnectionUsable() throws Exception {
        String body = Served.heartbeat(1, 40);
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            String half = Integer.toHexString(10) + "\r\n" + body.substring(0, 10) + "\r\n";
            String rest = Integer.toHexString(body.length() - 10) + "\r\n" + body.substring(10) + "\r\n0\r\n\r\n";
            wire.send(beat("", "transfer-encoding: chunked\r\n") + half).send(rest);
            assertThat(wire.response()).startsWith("HTTP/1.1 200");

            String large = " ".repeat(1_000_000);
            wire.send(beat(large, lengthOf(large)));
            assertThat(wire.response()).startsWith("HTTP/1.1 413").contains("\"code\":\"body-too-large\"");
            wire.send(beat(body, lengthOf(body)));
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aBodyWithoutEndIsCutOff() throws Exception {
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            wire.send(beat("", "transfer-encoding: chunked\r\n"));
            byte[] chunk = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            wire.send(chunk);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void whoAsksBeforeSendingABodyIsTold() throws Exception {
        String body = Served.heartbeat(1, 40);
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            wire.send(beat("", "expect: 100-continue\r\n" + lengthOf(body)));
            assertThat(wire.response()).startsWith("HTTP/1.1 100");
            assertThat(wire.send(body).response()).startsWith("HTTP/1.1 200");
            wire.send(beat("", "expect: 100-continue\r\ncontent-length: 70000\r\n"));
            assertThat(wire.response()).startsWith("HTTP/1.1 413");
        }
        try (Served served = new Served();
                Wire wire = new Wire(served.port())) {
            wire.send(beat("", "expect: tea\r\ncontent-length: 1\r\n"));
            assertThat(wire.response()).startsWith("HTTP/1.1 417").contains("\"code\":\"expectation-failed\"");
        }
    }

    @Test
    void whatIsNotHttpOrTooLargeIsRefusedAndTheConnectionEnds() throws Exception {
        try (Served served = new Served()) {
            refused(served, "\u0000\u0001\u0002\r\n\r\n", "400", "bad-request");
            refused(served, "GET / HTTP/9.9.9\r\n\r\n", "400", "bad-request");
            refused(served, "GET /" + "a".repeat(5_000) + HEAD + "\r\n", "414", "path-too-long");
            refused(served, "GET /" + HEAD + "x: " + "a".repeat(9_000) + "\r\n\r\n", "431", "headers-too-large");
            refused(served, beat("", "content-length: x\r\n"), "400", "bad-request");
            refused(served, beat("x", "transfer-encoding: chunked\r\n") + "\r\n", "400", "bad-request");
        }
    }

    private static void refused(Served served, String bytes, String status, String code) throws IOException {
        try (Wire wire = new Wire(served.port()).send(bytes)) {
            assertThat(wire.response())
                    .startsWith("HTTP/1.1 " + status)
                    .contains("\"code\":\"" + code + "\"")
                    .contains("connection: close");
            assertThat(wire.isClosed()).isTrue();
        }
    }

    @Test
    void anOldOrOneTimeClientIsAnsweredAndTheConnectionEnds() throws Exception {
        try (Served served = new Served()) {
            for (String request : List.of(
                    "GET /health/live HTTP/1.0\r\n\r\n", "GET /health/live" + HEAD + "connection: close\r\n\r\n")) {
                try (Wire wire = new Wire(served.port()).send(request)) {
                    assertThat(wire.response()).contains(" 200 ").endsWith("{\"status\":\"live\"}");
                    assertThat(wire.isClosed()).isTrue();
                }
            }
        }
    }

    @Test
    void aHeadRequestIsAnsweredWithoutABody() throws Exception {
        try (Served served = new Served();
                Wire wire = new Wire(served.port()).send("HEAD /health/live" + HEAD + "\r\n")) {
            wire.send("GET /health/live" + HEAD + "connection: close\r\n\r\n");
            StringBuilder both = new StringBuilder();
            await().until(() -> {
                both.append(wire.response(0));
                return both.toString().contains("connection: close");
            });
            assertThat(both.toString()).startsWith("HTTP/1.1 200").contains("content-length: 17\r\n");
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndTheOthersAreServed() throws Exception {
        try (Served served = new Served(HttpLimits.standard().withConnections(2));
                Wire one = new Wire(served.port()).send("GET /health/live" + HEAD + "\r\n");
                Wire two = new Wire(served.port()).send("GET /health/live" + HEAD + "\r\n")) {
            assertThat(one.response()).startsWith("HTTP/1.1 200");
            assertThat(two.response()).startsWith("HTTP/1.1 200");
            try (Wire three = new Wire(served.port())) {
                assertThat(three.isClosed()).isTrue();
            }
            one.hangUp();
            await().ignoreExceptions().until(() -> {
                try (Wire again = new Wire(served.port()).send("GET /health/live" + HEAD + "\r\n")) {
                    return again.response().startsWith("HTTP/1.1 200");
                }
            });
        }
    }

    @Test
    void thereAreNoMoreConnectionsThanTheProcessMayOpenFiles() throws Exception {
        Path limits = Files.writeString(folder.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96195                96195                processes
                Max open files            1024                 524288               files
                """);
        assertThat(OpenFiles.limit(limits)).hasValue(1_024);
        assertThat(OpenFiles.limit(folder.resolve("none"))).isEmpty();
        assertThat(HttpLimits.standard().within(OptionalLong.of(1_024)).connections())
                .isEqualTo(824);
        assertThat(HttpLimits.standard().within(OptionalLong.empty())).isEqualTo(HttpLimits.standard());
    }

    @Test
    void anErrorBehindThePortIsHandedToTheProcess() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> told.complete(error));
        Routes routes = new Routes()
                .add(
                        "GET",
                        "/",
                        Access.OPEN,
                        target -> CompletableFuture.failedFuture(new OutOfMemoryError("planted")));
        try (Served served = new Served(HttpLimits.standard(), new Api(routes)::answer);
                Wire wire = new Wire(served.port()).send("GET /" + HEAD + "\r\n")) {
            assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
            assertThat(wire.response()).startsWith("HTTP/1.1 500");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void aBugBehindThePortIsA500ThatTellsNothingOfItsInside() throws Exception {
        Routes routes = new Routes().add("GET", "/", Access.OPEN, target -> {
            throw new IllegalStateException("secret");
        });
        try (Served served = new Served(HttpLimits.standard(), new Api(routes)::answer);
                Wire wire = new Wire(served.port()).send("GET /" + HEAD + "\r\n")) {
            assertThat(wire.response())
                    .startsWith("HTTP/1.1 500")
                    .contains("\"code\":\"internal-error\"")
                    .doesNotContain("secret")
                    .doesNotContain("Exception");
        }
    }
}
