package io.fairlead.manager;

import io.fairlead.GroupId;
import io.fairlead.config.ListenAddress;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.ThreadTimeline;
import io.fairlead.manager.rest.RestServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running manager: its loop and its REST interface. What it knows is in memory and ends with it. */
public final class Manager implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

    private final ListenAddress listen;
    private final ThreadTimeline timeline;
    private final RestServer server;

    private Manager(ListenAddress listen, ThreadTimeline timeline, RestServer server) {
        this.listen = listen;
        this.timeline = timeline;
        this.server = server;
    }

    /**
     * Starts a manager and returns when it answers requests.
     *
     * @throws StartRefusedException if it cannot listen where it is told to, or must not
     */
    public static Manager start(ManagerSettings settings) throws StartRefusedException {
        InetSocketAddress address = resolved(settings);
        settings.groups().forEach(Manager::warn);
        ThreadTimeline timeline = new ThreadTimeline();
        try {
            RestServer server = RestServer.open(address, new Groups(timeline, settings.hold(), settings::of));
            return new Manager(settings.listen().withPort(server.port()), timeline, server);
        } catch (IOException trouble) {
            timeline.close();
            throw new StartRefusedException(settings.listen().cannotBeOpened(trouble), trouble);
        }
    }

    /** The port it listens on. */
    public int port() {
        return listen.port();
    }

    /** The address of its REST interface, for example {@code http://127.0.0.1:7400}. */
    public String url() {
        return "http://" + listen;
    }

    /** Stops in order: takes no further request, answers those it has, ends the loop. */
    @Override
    public void close() {
        LOG.info("manager stopping");
        server.close();
        timeline.close();
        LOG.info("manager stopped");
    }

    private static InetSocketAddress resolved(ManagerSettings settings) throws StartRefusedException {
        ListenAddress listen = settings.listen();
        try {
            InetSocketAddress address = listen.socketAddress();
            if (!address.getAddress().isLoopbackAddress() && !settings.insecure()) {
                throw new StartRefusedException("listen " + listen
                        + ": other machines reach this address and the manager asks nobody who they are: listen on"
                        + " 127.0.0.1, or give --insecure if the network is yours alone");
            }
            return address;
        } catch (UnknownHostException unknown) {
            throw new StartRefusedException(listen.cannotBeOpened(unknown), unknown);
        }
    }

    private static void warn(GroupId group, GroupSettings settings) {
        settings.primary().warnings().forEach(warning -> LOG.warn("group {}: {}", group, warning));
    }
}
