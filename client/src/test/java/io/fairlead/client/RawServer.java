package io.fairlead.client;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A server of plain sockets that answers as a test says, or not at all. */
final class RawServer implements Closeable {

    private final ServerSocket socket;
    private final Function<String, Optional<String>> answers;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /** The first lines of the requests that have come in. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    /** Their headers {@code Authorization}. */
    final List<String> authorizations = new CopyOnWriteArrayList<>();

    /** Connections whose other side has gone. */
    final AtomicInteger gone = new AtomicInteger();

    /**
     * Starts one on any free port.
     *
     * @param answers makes the whole answer of a request's first line; empty to stay silent
     */
    RawServer(Function<String, Optional<String>> answers) throws IOException {
        this.answers = answers;
        this.socket = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    static String answer(int status, String headers, String json) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + status + " x\r\ncontent-type: application/json\r\n" + headers + "content-length: " + length
                + "\r\n\r\n" + json;
    }

    ClientSettings settings() {
        return ClientSettings.standard().withManager("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void accept() throws IOException {
        while (!socket.isClosed()) {
            Socket connection = socket.accept();
            open.add(connection);
            thread(() -> serve(connection));
        }
    }

    private void serve(Socket connection) throws IOException {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String head = head(in);
            while (!head.isEmpty()) {
                in.readNBytes(length(head));
                String first = head.substring(0, head.indexOf('\r'));
                requests.add(first);
                head.lines()
                        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("authorization: "))
                        .forEach(line -> authorizations.add(line.substring("authorization: ".length())));
                Optional<String> answer = answers.apply(first);
                if (answer.isPresent()) {
                    connection.getOutputStream().write(answer.get().getBytes(StandardCharsets.UTF_8));
                }
                head = head(in);
            }
        } finally {
            gone.incrementAndGet();
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            head.append((char) c);
            if (head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    private static int length(String head) {
        return head.toLowerCase(Locale.ROOT)
                .lines()
                .filter(line -> line.startsWith("content-length:"))
                .map(line -> Integer.parseInt(
                        line.substring("content-length:".length()).trim()))
                .findFirst()
                .orElse(0);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void thread(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : open) {
            connection.close();
        }
    }
}
