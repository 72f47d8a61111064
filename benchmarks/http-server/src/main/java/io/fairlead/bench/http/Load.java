package io.fairlead.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keep-alive connections driven by one thread: a fixed offered rate, or one parked request on each of them. */
final class Load implements AutoCloseable {
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final List<Connection> connections = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
    private long answered;
    private long lost;
    private long busy;
    private long[] latencies = new long[1 << 20];

    /** What came of a phase; times in microseconds. */
    record Outcome(long sent, long answered, long lost, long busy, double p50us, double p99us) {}

    private static final class Connection {
        final SocketChannel channel;
        final StringBuilder head = new StringBuilder();
        final ByteBuffer request;
        boolean waiting;
        long sentAt;
        int missing;

        Connection(SocketChannel channel, byte[] request) {
            this.channel = channel;
            this.request = ByteBuffer.wrap(request);
        }
    }

    Load(int port, int count, boolean park) throws IOException {
        for (int i = 0; i < count; i++) {
            // 5,000 connections per destination address keep clear of the ephemeral port range.
            InetSocketAddress to = new InetSocketAddress("127.0.0." + (1 + i / 5_000), port);
            SocketChannel channel = SocketChannel.open(to);
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            Connection connection = new Connection(channel, request(i, park));
            channel.register(selector, SelectionKey.OP_READ, connection);
            connections.add(connection);
        }
    }

    private static byte[] request(int i, boolean park) {
        String body = "{\"incarnation\":\"9f86d081884c7d65\",\"role\":\"standby\",\"token\":1732924800123,"
                + "\"address\":\"10.0.0." + (i % 250) + ":8080\",\"capacity\":1.0,\"heartbeat_interval_ms\":1000,"
                + "\"sample\":{\"sequence\":" + (1000 + i) + ",\"metrics\":{\"cpu\":12.5,\"memory\":40.1,\"disk\":3.25,"
                + "\"network\":0.75},\"role_load\":8.5}}";
        String head = "POST /v1/groups/line-" + (i % 400) + "/nodes/gw-" + i + "/heartbeat" + (park ? "?wait" : "")
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
                + "User-Agent: fairlead-agent\r\nContent-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }

    /** Offers {@code rate} requests a second for {@code seconds}, round robin over the connections. */
    Outcome offer(int rate, int seconds) throws IOException {
        reset();
        long start = System.nanoTime();
        long end = start + seconds * 1_000_000_000L;
        long sent = 0;
        int next = 0;
        for (long now = start; now < end; now = System.nanoTime()) {
            long due = (now - start) / (1_000_000_000L / rate);
            while (sent + busy < due) {
                Connection connection = connections.get(next++ % connections.size());
                if (connection.waiting) {
                    busy++;
                } else {
                    send(connection);
                    sent++;
                }
            }
            drain(1);
        }
        finish(2_000_000_000L);
        return outcome(sent);
    }

    /** Sends one request on every connection at {@code rate} a second; the answers come when the server pleases. */
    long sendAll(int rate) throws IOException {
        reset();
        long start = System.nanoTime();
        int sent = 0;
        while (sent < connections.size()) {
            long due = Math.min(connections.size(), 1 + (System.nanoTime() - start) / (1_000_000_000L / rate));
            while (sent < due) {
                send(connections.get(sent++));
            }
            drain(1);
        }
        return sent;
    }

    /** Waits for the answers of {@link #sendAll}. */
    Outcome finishAll(long sent, long nanos) throws IOException {
        finish(nanos);
        return outcome(sent);
    }

    private void reset() {
        answered = 0;
        lost = 0;
        busy = 0;
    }

    private Outcome outcome(long sent) {
        int n = (int) Math.min(answered, latencies.length);
        long[] sorted = Arrays.copyOf(latencies, n);
        Arrays.sort(sorted);
        return new Outcome(sent, answered, sent - answered, busy, at(sorted, 0.5), at(sorted, 0.99));
    }

    private static double at(long[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (q * (sorted.length - 1))] / 1e3;
    }

    private void send(Connection connection) throws IOException {
        connection.waiting = true;
        connection.head.setLength(0);
        connection.missing = -1;
        connection.sentAt = System.nanoTime();
        connection.request.rewind();
        while (connection.request.hasRemaining()) {
            connection.channel.write(connection.request);
        }
    }

    private void finish(long nanos) throws IOException {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end && connections.stream().anyMatch(c -> c.waiting)) {
            drain(5);
        }
    }

    private void drain(long millis) throws IOException {
        selector.select(key -> read((Connection) key.attachment()), millis);
    }

    private void read(Connection connection) {
        try {
            buffer.clear();
            int n = connection.channel.read(buffer);
            if (n < 0) {
                throw new IOException("closed by the server");
            }
            byte[] bytes = new byte[n];
            buffer.flip().get(bytes);
            take(connection, bytes);
        } catch (IOException gone) {
            lost++;
            connection.waiting = false;
            try {
                connection.channel.close();
            } catch (IOException ignored) {
                throw new IllegalStateException(ignored);
            }
        }
    }

    private void take(Connection connection, byte[] bytes) throws IOException {
        int from = 0;
        if (connection.missing < 0) {
            connection.head.append(new String(bytes, StandardCharsets.ISO_8859_1));
            int end = connection.head.indexOf(new String(END_OF_HEAD, StandardCharsets.US_ASCII));
            if (end < 0) {
                return;
            }
            String head = connection.head.substring(0, end).toLowerCase(java.util.Locale.ROOT);
            if (!head.startsWith("http/1.1 200")) {
                throw new IOException("not 200: " + head);
            }
            int at = head.indexOf("content-length:");
            int eol = head.indexOf("\r\n", at);
            String length = head.substring(at + 15, eol < 0 ? head.length() : eol).trim();
            connection.missing = Integer.parseInt(length) + end + 4 - connection.head.length();
        } else {
            connection.missing -= bytes.length - from;
        }
        if (connection.missing == 0) {
            connection.waiting = false;
            latencies[(int) (answered % latencies.length)] = System.nanoTime() - connection.sentAt;
            answered++;
        }
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.channel.close();
        }
        selector.close();
    }
}
