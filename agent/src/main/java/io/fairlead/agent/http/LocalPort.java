package io.fairlead.agent.http;

import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP port for programs on this machine: {@code GET /primary} answers 200 only while this node is primary and else
 * 503, {@code GET /standby} the other way round, {@code GET /health} 200 while the agent runs, with its newest reading.
 *
 * <p>One thread serves every connection and waits for none: each has 3 s for its one request and the answer, and of more
 * than 128 the oldest is closed. So no number of requests that stop half way keeps a good one from being answered. The
 * server of the JDK has threads that wait, and bounds neither the time nor the number on every JDK.
 */
public final class LocalPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalPort.class);

    /** How long a connection may live, and how many there may be. */
    record Limits(Duration time, int connections) {
        static final Limits STANDARD = new Limits(Duration.ofSeconds(3), 128);
    }

    private final ServerSocketChannel server;
    private final Selector selector;
    private final int port;
    private final LocalAnswers answers;
    private final Limits limits;
    private final Thread thread;
    private final Deque<SelectionKey> oldestFirst = new ArrayDeque<>();
    private volatile boolean closed;

    private LocalPort(ServerSocketChannel server, Supplier<LocalStatus> status, Limits limits) throws IOException {
        this.server = server;
        this.port = server.socket().getLocalPort();
        this.answers = new LocalAnswers(status);
        this.limits = limits;
        this.selector = Selector.open();
        this.thread = new Thread(this::serve, "fairlead-local-port");
        this.thread.setDaemon(true);
    }

    /**
     * Takes the port, so that nobody else can, and answers nothing before {@link #start}; port 0 means any free one.
     * Throws {@link IOException} whose message says which address is taken.
     *
     * @param status asked anew for each request
     */
    public static LocalPort take(ListenAddress address, Supplier<LocalStatus> status) throws IOException {
        return take(address, status, Limits.STANDARD);
    }

    static LocalPort take(ListenAddress address, Supplier<LocalStatus> status, Limits limits) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(address.socketAddress(), limits.connections());
            server.configureBlocking(false);
            return new LocalPort(server, status, limits);
        } catch (IOException e) {
            server.close();
            throw new IOException(address.cannotBeOpened(e), e);
        }
    }

    /** Answers requests from now on. */
    public void start() {
        thread.start();
    }

    /** The port that was taken. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.isOpen() ? selector.keys() : java.util.Set.<SelectionKey>of()) {
            shut(key);
        }
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            LOG.debug("the local port is left to the system: {}", e.getMessage());
        }
    }

    private void serve() {
        try {
            server.register(selector, SelectionKey.OP_ACCEPT);
            while (!closed) {
                selector.select(this::ready, millisToTheNextEnd());
                endWhatIsDue();
            }
        } catch (IOException e) {
            LOG.error("the local port answers no more: {}", e.getMessage());
        }
    }

    private void ready(SelectionKey key) {
        if (key.isValid() && key.isAcceptable()) {
            accept();
        } else if (key.isValid()) {
            advanceGuarded(key);
        }
    }

    /** One request that goes wrong must not end the port: everybody else would take this node for dead. */
    private void advanceGuarded(SelectionKey key) {
        try {
            advance(key);
        } catch (RuntimeException bug) {
            LOG.error("a connection to the local port is closed because of a bug in this agent", bug);
            oldestFirst.remove(key);
            shut(key);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            if (oldestFirst.size() >= limits.connections()) {
                shut(oldestFirst.removeFirst());
            }
            LocalConnection connection = new LocalConnection(
                    channel, answers, System.nanoTime() + limits.time().toNanos());
            oldestFirst.addLast(channel.register(selector, SelectionKey.OP_READ, connection));
        } catch (IOException e) {
            // No file descriptor is left, or the peer is gone again; without a pause the loop would spin.
            LOG.debug("a connection was not taken: {}", e.getMessage());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void advance(SelectionKey key) {
        try {
            int wanted = ((LocalConnection) key.attachment()).advance();
            if (wanted != 0) {
                key.interestOps(wanted);
                return;
            }
        } catch (IOException e) {
            LOG.debug("a connection broke: {}", e.getMessage());
        }
        oldestFirst.remove(key);
        shut(key);
    }

    /** At least 1, since 0 would mean for ever; so does no connection at all. */
    private long millisToTheNextEnd() {
        SelectionKey oldest = oldestFirst.peekFirst();
        if (oldest == null) {
            return 0;
        }
        long nanos = ((LocalConnection) oldest.attachment()).due() - System.nanoTime();
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void endWhatIsDue() {
        long now = System.nanoTime();
        while (!oldestFirst.isEmpty()
                && ((LocalConnection) oldestFirst.getFirst().attachment()).due() - now <= 0) {
            SelectionKey key = oldestFirst.removeFirst();
            try {
                ((LocalConnection) key.attachment()).end();
            } catch (IOException e) {
                LOG.debug("a connection broke at its end: {}", e.getMessage());
            }
            shut(key);
        }
    }

    private static void shut(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            LOG.debug("a connection is left to the system: {}", e.getMessage());
        }
    }
}
