package io.fairlead.manager.rest;

import io.fairlead.manager.journal.History;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.services.Services;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The manager's REST interface on an open port. */
public final class RestServer implements AutoCloseable {

    /** A large page takes some 50 ms, so whoever comes after these would wait for several seconds. */
    private static final int PAGES_WAITING = 100;

    private final HttpPort port;
    private final ExecutorService pages;

    private RestServer(HttpPort port, ExecutorService pages) {
        this.port = port;
        this.pages = pages;
    }

    /**
     * Opens the port and answers from then on.
     *
     * @param door where to listen, and to whom
     * @param groups what is asked and told about
     * @param services the same of services
     * @param history the groups' past rounds, or null if nothing is kept of them
     * @throws IOException if the address cannot be had
     */
    public static RestServer open(Door door, Groups groups, Services services, @Nullable History history)
            throws IOException {
        ExecutorService pages = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(PAGES_WAITING),
                new DefaultThreadFactory("fairlead-pages", true));
        Api api = Api.of(groups, services, pages, history).behind(door.tokens());
        return new RestServer(HttpPort.open(door.address(), HttpLimits.ofThisProcess(), api::answer), pages);
    }

    /** The port that is open. */
    public int port() {
        return port.port();
    }

    /** Takes no new connection, gives what is being answered a moment, and closes the rest. */
    @Override
    public void close() {
        port.close();
        pages.shutdownNow();
    }
}
