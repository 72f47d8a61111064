package io.fairlead.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open TCP port whose connections cost little whatever they do: one thread serves all of them and waits for none, each
 * lives for so long only, and of more than so many the oldest is closed. So no number of peers that stop half way keeps a good
 * one from being answered. The server of the JDK has threads that wait, and bounds neither the time nor the number on every
 * JDK.
 */
public final class BoundedPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedPort.class);

    /**
     * What the connections may cost.
     *
     * @param time how long one may live
     * @param connections how many there may be
     */
    public record Limits(Duration time, int connections) {}

    /** What is said on one connection. Called on the port's thread only, and never waits. */
    public interface Talk {

        /** Does what can be done now; tells which operation of a {@link SelectionKey} it waits for, 0 when it is over. */
        int advance() throws IOException;

        /** Its time is over, and it is closed after this. */
        default void end() throws IOException {}
    }

    /** Begins what is said on a connection that has just come. */
    public interface Beginning {

        /** The talk on a connection, whose channel does not block. */
        Talk on(SocketChannel channel) throws IOException;
    }

    /** A connection with the time, as {@link System#nanoTime} says it, at which it is over. */
    private record Held(Talk talk, long due) {}

    private final ServerSocketChannel server;
    private final Selector selector;
    private final int port;
    private final String name;
    private final Limits limits;
    private final Beginning beginning;
    private final Thread thread;
    private final Deque<SelectionKey> oldestFirst = new ArrayDeque<>();
    private volatile boolean closed;

    private BoundedPort(ServerSocketChannel server, String name, Limits limits, Beginning beginning)
            throws IOException {
        this.server = server;
        this.port = server.socket().getLocalPort();
        this.name = name;
        this.limits = limits;
        this.beginning = beginning;
        this.selector = Selector.open();
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.thread = new Thread(this::serve, "fairlead-" + name.replace(' ', '-'));
        this.thread.setDaemon(true);
    }

    /**
     * Takes the port, so that nobody else can, and answers nothing before {@link #start}; port 0 means any free one. Throws
     * {@link IOException} for an address that cannot be had; one that no name service knows is told by a
     * {@link RuntimeException}.
     *
     * @param name what the log calls it
     */
    public static BoundedPort take(InetSocketAddress address, String name, Limits limits, Beginning beginning)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        BoundedPort taken = null;
        try {
            server.bind(address, limits.connections());
            server.configureBlocking(false);
            taken = new BoundedPort(server, name, limits, beginning);
            return taken;
        } finally {
            if (taken == null) {
                server.close();
            }
        }
    }

    /** Serves connections from now on. */
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
        for (SelectionKey key : selector.isOpen() ? new ArrayList<>(selector.keys()) : new ArrayList<SelectionKey>()) {
            shut(key);
        }
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            LOG.debug("the {} is left to the system: {}", name, e.getMessage());
        }
    }

    private void serve() {
        try {
            while (!closed) {
                selector.select(this::ready, millisToTheNextEnd());
                endWhatIsDue();
            }
        } catch (IOException e) {
            LOG.error("the {} answers no more: {}", name, e.getMessage());
        }
    }

    private void ready(SelectionKey key) {
        if (key.isValid() && key.isAcceptable()) {
            accept();
        } else if (key.isValid()) {
            advance(key);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            if (oldestFirst.size() >= limits.connections()) {
                shut(oldestFirst.removeFirst());
            }
            SelectionKey key = begin(channel);
            oldestFirst.addLast(key);
            advance(key);
        } catch (IOException e) {
            // No file descriptor is left, or the peer is gone again; without a pause the loop would spin.
            LOG.debug("a connection was not taken: {}", e.getMessage());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private SelectionKey begin(SocketChannel channel) throws IOException {
        long due = System.nanoTime() + limits.time().toNanos();
        boolean begun = false;
        try {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, 0, new Held(beginning.on(channel), due));
            begun = true;
            return key;
        } finally {
            if (!begun) {
                channel.close();
            }
        }
    }

    /** One connection that goes wrong must not end the port: everybody else would take this node for dead. */
    private void advance(SelectionKey key) {
        try {
            int wanted = held(key).talk().advance();
            if (wanted != 0) {
                key.interestOps(wanted);
                return;
            }
        } catch (IOException e) {
            LOG.debug("a connection broke: {}", e.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("a connection to the {} is closed because of a bug in this program", name, bug);
        }
        oldestFirst.remove(key);
        shut(key);
    }

    private static Held held(SelectionKey key) {
        return (Held) key.attachment();
    }

    /** At least 1, since 0 would mean for ever; so does no connection at all. */
    private long millisToTheNextEnd() {
        SelectionKey oldest = oldestFirst.peekFirst();
        if (oldest == null) {
            return 0;
        }
        long nanos = held(oldest).due() - System.nanoTime();
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void endWhatIsDue() {
        long now = System.nanoTime();
        while (!oldestFirst.isEmpty() && held(oldestFirst.getFirst()).due() - now <= 0) {
            SelectionKey key = oldestFirst.removeFirst();
            try {
                held(key).talk().end();
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
