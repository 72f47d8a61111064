package io.fairlead.client.failsafe;

import io.fairlead.client.BoundedPort;
import io.fairlead.client.failsafe.PeerWords.Answered;
import io.fairlead.client.failsafe.PeerWords.Question;
import io.fairlead.client.failsafe.PeerWords.Strange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port at which a node is asked for a promise by the primary of its group.
 *
 * <p>Who does not know the group's secret gets a challenge and nothing else, and so does whoever sends an old message again.
 * Each connection has 3 s for its one ask of at most 2 KiB, and of more than 64 the oldest is closed.
 */
public final class PeerPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPort.class);

    static final BoundedPort.Limits STANDARD = new BoundedPort.Limits(Duration.ofSeconds(3), 64);

    private final BoundedPort port;

    private PeerPort(BoundedPort port) {
        this.port = port;
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
        return open(address, new Desk(self, secret, book), STANDARD);
    }

    static PeerPort open(InetSocketAddress address, Desk desk, BoundedPort.Limits limits) throws IOException {
        try {
            BoundedPort taken = BoundedPort.take(address, "peer port", limits, channel -> {
                String challenge = PeerWords.random();
                SocketAddress from = channel.getRemoteAddress();
                return new PeerConnection(
                        channel, PeerWords.hello(challenge), text -> desk.answer(text, challenge, from));
            });
            taken.start();
            return new PeerPort(taken);
        } catch (IOException | RuntimeException e) {
            // An address that no name service knows is told by a RuntimeException.
            throw new IOException(
                    "peer-listen: " + address.getHostString() + ":" + address.getPort() + " cannot be opened: "
                            + (address.isUnresolved() ? "there is no such host" : e.getMessage())
                            + ": use an address of this machine and a port that is free",
                    e);
        }
    }

    /** The port that was taken. */
    public int port() {
        return port.port();
    }

    @Override
    public void close() {
        port.close();
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
}
