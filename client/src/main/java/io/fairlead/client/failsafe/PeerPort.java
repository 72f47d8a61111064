package io.fairlead.client.failsafe;

import io.fairlead.client.failsafe.PeerWords.Answered;
import io.fairlead.client.failsafe.PeerWords.Question;
import io.fairlead.client.failsafe.PeerWords.Strange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port at which a node is asked for a promise by the primary of its group.
 *
 * <p>Who does not know the group's secret gets a challenge and nothing else, and so does whoever sends an old message again.
 * One thread serves every connection and waits for none: each has 3 s for its one ask of at most 2 KiB, and of more than 64
 * the oldest is closed.
 */
public final class PeerPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPort.class);

    /** How long a connection may live, and how many there may be. */
    record Limits(Duration time, int connections) {
        static final Limits STANDARD = new Limits(Duration.ofSeconds(3), 64);
    }

    private final ServerSocketChannel server;
    private final Selector selector;
    private final int port;
    private final Desk desk;
    private final Limits limits;
    private final Thread thread;
    private final Deque<SelectionKey> oldestFirst = new ArrayDeque<>();
    private volatile boolean closed;

    private PeerPort(ServerSocketChannel server, Desk desk, Limits limits) throws IOException {
        this.server = server;
        this.port = server.socket().getLocalPort();
        this.desk = desk;
        this.limits = limits;
        this.selector = Selector.open();
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.thread = new Thread(this::serve, "fairlead-peer-port");
        this.thread.setDaemon(true);
    }

    /**
     * Opens the port and answers from now on; port 0 means any free one. Throws {@link IOException} with one line for an
     * address that cannot be had.
     *
     * @param self who answers
     * @param book by whose rules
     */
    public static PeerPort open(InetSocketAddress address, Member self, GroupSecret secret, PromiseBook book)
            throws IOException {
        return open(address, new Desk(self, secret, book), Limits.STANDARD);
    }

    static PeerPort open(InetSocketAddress address, Desk desk, Limits limits) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        PeerPort opened = null;
        try {
            server.bind(address, limits.connections());
            server.configureBlocking(false);
            opened = new PeerPort(server, desk, limits);
            opened.thread.start();
            return opened;
        } catch (IOException | RuntimeException e) {
            // An address that no name service knows is told by a RuntimeException.
            throw new IOException(
                    "peer-listen: " + address.getHostString() + ":" + address.getPort() + " cannot be opened: "
                            + (address.isUnresolved() ? "there is no such host" : e.getMessage())
                            + ": use an address of this machine and a port that is free",
                    e);
        } finally {
            if (opened == null) {
                server.close();
            }
        }
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
    }

    /** What is asked here, and what is answered; free of sockets. */
    static final class Desk {
        private final Member self;
        private final GroupSecret secret;
        private final PromiseBook book;
        private final AtomicBoolean toldOfSecret = new AtomicBoolean();
        private final AtomicBoolean toldOfDisk = new AtomicBoolean();

        Desk(Member self, GroupSecret secret, PromiseBook book) {
            this.self = self;
            this.secret = secret;
            this.book = book;
        }

        /** The answer to a message that came after this challenge; empty for none. */
        String answer(String text, String challenge, SocketAddress from) {
            try {
                Question question = PeerWords.question(secret, text, challenge);
                Promise promise = book.answer(question.ask(), question.asked());
                LOG.debug(
                        "node {} asked for a promise: {}", question.ask().from().node(), promise);
                if (promise == Promise.NOT_KEPT && !toldOfDisk.getAndSet(true)) {
                    LOG.warn("peer-listen: no promise is given, because this node {}", promise.words());
                }
                return PeerWords.answer(secret, text, question.nonce(), new Answered(self, promise));
            } catch (Strange strange) {
                // Said once: whoever asks does so every second.
                if (strange.otherSecret() && !toldOfSecret.getAndSet(true)) {
                    LOG.warn("peer-listen: {} sent {}", from, strange.getMessage());
                } else {
                    LOG.debug("peer-listen: {} sent {}", from, strange.getMessage());
                }
                return "";
            } catch (RuntimeException bug) {
                LOG.error("an ask for a promise was not answered because of a bug in this program", bug);
                return "";
            }
        }
    }

    private void serve() {
        try (server;
                selector) {
            while (!closed) {
                selector.select(this::ready, millisToTheNextEnd());
                endWhatIsDue();
            }
            for (SelectionKey key : new ArrayList<>(oldestFirst)) {
                shut(key);
            }
        } catch (IOException e) {
            LOG.error("the peer port answers no more: {}", e.getMessage());
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
            channel.configureBlocking(false);
            if (oldestFirst.size() >= limits.connections()) {
                shut(oldestFirst.removeFirst());
            }
            String challenge = PeerWords.random();
            SocketAddress from = channel.getRemoteAddress();
            SelectionKey key = channel.register(
                    selector,
                    SelectionKey.OP_WRITE,
                    new PeerConnection(
                            channel,
                            PeerWords.hello(challenge),
                            text -> desk.answer(text, challenge, from),
                            System.nanoTime() + limits.time().toNanos()));
            oldestFirst.addLast(key);
            advance(key);
        } catch (IOException e) {
            // No file descriptor is left, or the peer is gone again; without a pause the loop would spin.
            LOG.debug("a connection was not taken: {}", e.getMessage());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void advance(SelectionKey key) {
        try {
            int wanted = ((PeerConnection) key.attachment()).advance();
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

    /** At least 1, since 0 means for ever; so does no connection at all. */
    private long millisToTheNextEnd() {
        SelectionKey oldest = oldestFirst.peekFirst();
        if (oldest == null) {
            return 0;
        }
        long nanos = ((PeerConnection) oldest.attachment()).due() - System.nanoTime();
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void endWhatIsDue() {
        long now = System.nanoTime();
        while (!oldestFirst.isEmpty()
                && ((PeerConnection) oldestFirst.getFirst().attachment()).due() - now <= 0) {
            shut(oldestFirst.removeFirst());
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
