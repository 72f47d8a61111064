package io.fairlead.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

// Field case D25
class HaproxyPortTest {
    private final AtomicReference<String> word = new AtomicReference<>("up ready 38%");
    private final AtomicInteger asked = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();
    private HaproxyPort port;

    @BeforeEach
    void open() throws IOException {
        port = HaproxyPort.take(ListenAddress.parse("127.0.0.1:0"), () -> {
            asked.incrementAndGet();
            return word.get();
        });
        port.start();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        port.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    @Test
    void whoConnectsIsToldOneCompleteLineAndTheConnectionEnds() throws IOException {
        assertThat(readAll(connect())).isEqualTo("up ready 38%\n");
        word.set("drain");
        assertThat(readAll(connect())).isEqualTo("drain\n");
        assertThat(asked).hasValue(2);
    }

    @Test
    void whoSendsSomethingIsToldTheSameAndHisConnectionIsNotReset() throws IOException {
        try (HaproxyPort later = HaproxyPort.take(ListenAddress.parse("127.0.0.1:0"), word::get);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), later.port())) {
            byte[] words = "agent-send of HAProxy\n".getBytes(StandardCharsets.US_ASCII);
            // Is there before the port looks at the connection, whatever it does with it then.
            socket.getOutputStream().write(words);
            later.start();
            socket.setSoTimeout(20_000);
            assertThat(readAll(socket)).isEqualTo("up ready 38%\n");
            // The first that comes to a closed end is answered with a reset, and the next one then has nowhere to go.
            socket.getOutputStream().write(words);
            socket.getOutputStream().write(words);
        }
    }

    @Test
    void twoHundredThatNeitherReadNorLeaveCostNoThreadAndKeepNobodyFromHisAnswer() throws IOException {
        connect();
        await().until(() -> asked.get() == 1);
        int threads = Thread.activeCount();
        for (int i = 0; i < 200; i++) {
            connect();
        }
        assertThat(readAll(connect())).isEqualTo("up ready 38%\n");
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
        for (Socket socket : sockets.subList(0, 201)) {
            assertThat(readAll(socket)).isEqualTo("up ready 38%\n");
        }
    }

    @Test
    void whoHasAskedOfLateIsWaitedForAndNobodyElse() throws Exception {
        Duration patience = Duration.ofMinutes(5);
        port.awaitAsked(patience);
        assertThat(readAll(connect())).isEqualTo("up ready 38%\n");
        AtomicInteger heard = new AtomicInteger();
        Thread waits = new Thread(() -> {
            port.awaitAsked(patience);
            heard.incrementAndGet();
        });
        waits.setDaemon(true);
        waits.start();
        await().until(() -> waits.getState() == Thread.State.TIMED_WAITING);
        assertThat(heard).hasValue(0);
        assertThat(readAll(connect())).isEqualTo("up ready 38%\n");
        await().until(() -> heard.get() == 1);
    }

    @Test
    void aPortThatIsTakenIsNamedWithItsKey() {
        assertThatThrownBy(() -> HaproxyPort.take(ListenAddress.parse("127.0.0.1:" + port.port()), () -> ""))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("agent-check: ")
                .hasMessageContaining("another process uses this port");
    }
}
