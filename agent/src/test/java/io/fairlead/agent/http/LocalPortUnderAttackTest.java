package io.fairlead.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.client.BoundedPort;
import io.fairlead.client.role.FailsafeState;
import io.fairlead.client.role.HandoverPoint;
import io.fairlead.config.ListenAddress;
import io.fairlead.handover.HandoverLevel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that stop half way, dawdle, or make no sense: a good one is answered all the same. */
@Timeout(60)
class LocalPortUnderAttackTest {
    private static final String GOOD = "GET /standby HTTP/1.1\r\nHost: here\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private LocalPort port;

    @BeforeEach
    void open() throws IOException {
        port = opened(new BoundedPort.Limits(Duration.ofMillis(700), 32));
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        port.close();
    }

    @Test
    void manyHalfSentRequestsDoNotKeepAGoodOneFromBeingAnswered() throws IOException {
        port.close();
        port = opened(new BoundedPort.Limits(Duration.ofMinutes(5), 32));
        for (int i = 0; i < 100; i++) {
            send(connect(), "GET /primary HTTP/1.1\r\nHost:");
        }
        for (int i = 0; i < 20; i++) {
            assertThat(ask(GOOD)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("}");
        }
    }

    @Test
    void aHalfSentRequestIsEndedWhenItsTimeIsOver() throws IOException {
        Socket half = connect();
        send(half, "GET /primary HTTP/1.1\r\n");
        assertThat(readAll(half)).startsWith("HTTP/1.1 408 ").contains("\"code\":\"request-timeout\"");
    }

    @Test
    void aConnectionThatSaysNothingIsEndedToo() throws IOException {
        assertThat(readAll(connect())).isEmpty();
    }

    @Test
    void oneByteAtATimeDoesNotMakeTheTimeLonger() throws IOException {
        Socket slow = connect();
        OutputStream out = slow.getOutputStream();
        // Whatever is written after the end is answered with a reset, so in the end it cannot be written.
        await().pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    try {
                        out.write('G');
                        out.flush();
                        return false;
                    } catch (IOException ended) {
                        return true;
                    }
                });
        assertThat(ask(GOOD)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anAnswerThatNobodyTakesIsGivenUp() throws IOException {
        for (int i = 0; i < 64; i++) {
            send(connect(), GOOD);
        }
        assertThat(ask(GOOD)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aHeadWithoutEndIsRefused() throws IOException {
        assertThat(ask("GET /primary HTTP/1.1\r\nX: " + "x".repeat(9_000))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void whatIsNoRequestIsRefused() throws IOException {
        assertThat(ask("hello\r\n\r\n"))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("\"code\":\"bad-request\"");
        assertThat(ask("GET /%zz HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 404 ");
        assertThat(ask("GET http://here/standby?x=1 HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aRequestInPiecesIsAnswered() throws IOException {
        Socket pieces = connect();
        send(pieces, "GET /stan");
        send(pieces, "dby HTTP/1.1\r\n");
        send(pieces, "\r");
        send(pieces, "\n");
        assertThat(readAll(pieces)).startsWith("HTTP/1.1 200 ");
    }

    private LocalPort opened(BoundedPort.Limits limits) throws IOException {
        LocalPort opened = LocalPort.take(ListenAddress.parse("127.0.0.1:0"), this::status, limits);
        opened.start();
        return opened;
    }

    private LocalStatus status() {
        return new LocalStatus(
                "line-1",
                "gw-1",
                Duration.ZERO,
                17,
                "",
                new HandoverPoint(5, HandoverLevel.PREPARED),
                FailsafeState.ON,
                "answered",
                new TreeMap<>(),
                new TreeMap<>());
    }

    private String ask(String request) throws IOException {
        Socket socket = connect();
        send(socket, request);
        return readAll(socket);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
