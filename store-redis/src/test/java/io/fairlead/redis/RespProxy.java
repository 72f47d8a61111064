package io.fairlead.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Redis between a client and the real one, which can answer errors itself, answer late, answer nothing, or close. It takes
 * one command after the other, so that each answer belongs to its command.
 */
final class RespProxy implements AutoCloseable {

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger commands = new AtomicInteger();
    private volatile Function<String, @Nullable String> errors = command -> null;
    private volatile long delayMillis;
    private volatile boolean silent;
    private volatile boolean refusing;

    RespProxy(RedisServer server) throws IOException {
        target = server.port();
        door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start("proxy-door", this::accept);
    }

    String url() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    /** From now on every command is answered with this error, and reaches nobody. */
    void answer(String error) {
        errors = command -> error;
    }

    /** From now on commands of this name are. */
    void answer(String name, String error) {
        errors = command -> command.equalsIgnoreCase(name) ? error : null;
    }

    /** From now on answers are this late. */
    void delay(long millis) {
        delayMillis = millis;
    }

    /** From now on there is no answer. */
    void fallSilent() {
        silent = true;
    }

    /** Closes every connection, and from now on each new one. */
    void cut() {
        refusing = true;
        sockets.forEach(RespProxy::close);
    }

    void heal() {
        errors = command -> null;
        delayMillis = 0;
        silent = false;
        refusing = false;
    }

    /** How many commands came so far. */
    int commands() {
        return commands.get();
    }

    private void accept() {
        try {
            while (!door.isClosed()) {
                Socket client = door.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                start("proxy", () -> serve(client, server));
            }
        } catch (IOException e) {
            close();
        }
    }

    private void serve(Socket client, Socket server) {
        try (client;
                server) {
            InputStream asks = new BufferedInputStream(client.getInputStream());
            InputStream answers = new BufferedInputStream(server.getInputStream());
            OutputStream back = client.getOutputStream();
            while (true) {
                ByteArrayOutputStream command = new ByteArrayOutputStream();
                String name = copy(asks, command, true);
                commands.incrementAndGet();
                pause();
                String error = errors.apply(name == null ? "" : name);
                if (error != null) {
                    back.write(("-" + error + "\r\n").getBytes(StandardCharsets.UTF_8));
                    continue;
                }
                command.writeTo(server.getOutputStream());
                ByteArrayOutputStream answer = new ByteArrayOutputStream();
                copy(answers, answer, false);
                if (!silent) {
                    answer.writeTo(back);
                }
            }
        } catch (IOException e) {
            sockets.remove(client);
            sockets.remove(server);
        }
    }

    private void pause() throws IOException {
        try {
            if (delayMillis > 0 && new CountDownLatch(1).await(delayMillis, TimeUnit.MILLISECONDS)) {
                throw new IOException("never");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Copies one value of the protocol; of a command, returns its name. */
    private static @Nullable String copy(InputStream in, OutputStream out, boolean command) throws IOException {
        String line = line(in, out);
        char kind = line.charAt(0);
        if (kind == '$') {
            int length = Integer.parseInt(line.substring(1));
            if (length >= 0) {
                byte[] bytes = in.readNBytes(length + 2);
                out.write(bytes);
                return new String(bytes, 0, length, StandardCharsets.UTF_8);
            }
        } else if (kind == '*') {
            int count = Integer.parseInt(line.substring(1));
            String first = null;
            for (int i = 0; i < count; i++) {
                String part = copy(in, out, false);
                first = i == 0 ? part : first;
            }
            return command ? first : null;
        }
        return null;
    }

    private static String line(InputStream in, OutputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        int c = in.read();
        while (c != '\n') {
            if (c < 0) {
                throw new EOFException();
            }
            out.write(c);
            line.append((char) c);
            c = in.read();
        }
        out.write('\n');
        return line.toString().strip();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(RespProxy::close);
    }
}
