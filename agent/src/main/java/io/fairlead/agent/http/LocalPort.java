package io.fairlead.agent.http;

import io.fairlead.client.BoundedPort;
import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The HTTP port for programs on this machine: {@code GET /primary} answers 200 only while this node is primary and else
 * 503, {@code GET /standby} the other way round, {@code GET /health} 200 while the agent runs, with its newest reading.
 *
 * <p>Each connection has 3 s for its one request and the answer, and of more than 128 the oldest is closed.
 */
public final class LocalPort implements AutoCloseable {

    private static final BoundedPort.Limits STANDARD = new BoundedPort.Limits(Duration.ofSeconds(3), 128);

    private final BoundedPort port;

    private LocalPort(BoundedPort port) {
        this.port = port;
    }

    /**
     * Takes the port, so that nobody else can, and answers nothing before {@link #start}; port 0 means any free one.
     * Throws {@link IOException} whose message says which address is taken.
     *
     * @param status asked anew for each request
     */
    public static LocalPort take(ListenAddress address, Supplier<LocalStatus> status) throws IOException {
        return take(address, status, STANDARD);
    }

    static LocalPort take(ListenAddress address, Supplier<LocalStatus> status, BoundedPort.Limits limits)
            throws IOException {
        LocalAnswers answers = new LocalAnswers(status);
        try {
            return new LocalPort(BoundedPort.take(
                    address.socketAddress(), "local port", limits, channel -> new LocalConnection(channel, answers)));
        } catch (IOException e) {
            throw new IOException(address.cannotBeOpened(e), e);
        }
    }

    /** Answers requests from now on. */
    public void start() {
        port.start();
    }

    /** The port that was taken. */
    public int port() {
        return port.port();
    }

    @Override
    public void close() {
        port.close();
    }
}
