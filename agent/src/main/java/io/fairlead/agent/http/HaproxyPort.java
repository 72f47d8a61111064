package io.fairlead.agent.http;

import io.fairlead.client.BoundedPort;
import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The TCP port for HAProxy's agent-check: whoever connects is told one line, and needs to ask nothing.
 *
 * <p>A connection has 3 s to go away, and of more than 512 the oldest is closed, which has its answer by then.
 */
public final class HaproxyPort implements AutoCloseable {
    private static final BoundedPort.Limits LIMITS = new BoundedPort.Limits(Duration.ofSeconds(3), 512);

    private final Supplier<String> answer;
    private final BoundedPort port;
    private long answers;
    private long newest;

    private HaproxyPort(ListenAddress address, Supplier<String> answer) throws IOException {
        this.answer = answer;
        this.port = BoundedPort.take(
                address.socketAddress(),
                "agent-check port",
                LIMITS,
                channel -> new HaproxyTalk(channel, line(), this::answered));
    }

    /**
     * Takes the port, so that nobody else can, and answers nothing before {@link #start}; port 0 means any free one. Throws
     * {@link IOException} whose message says which address is taken.
     *
     * @param answer the line without its end, asked anew for each connection; answers from memory and waits for nothing
     */
    public static HaproxyPort take(ListenAddress address, Supplier<String> answer) throws IOException {
        try {
            return new HaproxyPort(address, answer);
        } catch (IOException e) {
            throw new IOException("agent-check: " + address.cannotBeOpened(e), e);
        }
    }

    /** Answers from now on. */
    public void start() {
        port.start();
    }

    /** The port that was taken. */
    public int port() {
        return port.port();
    }

    /**
     * Waits until somebody has asked once more, so that he hears what is said now, at most for so long; not at all where nobody
     * has asked within twice that time.
     */
    public synchronized void awaitAsked(Duration most) {
        long before = answers;
        long begun = System.nanoTime();
        if (answers == 0 || begun - newest > 2 * most.toNanos()) {
            return;
        }
        try {
            long left = most.toNanos();
            while (answers == before && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = most.toNanos() - (System.nanoTime() - begun);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] line() {
        return (answer.get() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private synchronized void answered() {
        answers++;
        newest = System.nanoTime();
        notifyAll();
    }

    @Override
    public void close() {
        port.close();
    }
}
