package io.fairlead.manager;

import io.fairlead.GroupId;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.ThreadTimeline;
import io.fairlead.manager.rest.RestServer;
import io.fairlead.manager.services.Services;
import io.fairlead.manager.services.Stores;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running manager: its loops and its REST interface. What it knows is in memory and ends with it. */
public final class Manager implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

    private final ListenAddress listen;
    private final ThreadTimeline timeline;
    private final ThreadTimeline serviceTimeline;
    private final RestServer server;

    private Manager(ListenAddress listen, ThreadTimeline timeline, ThreadTimeline serviceTimeline, RestServer server) {
        this.listen = listen;
        this.timeline = timeline;
        this.serviceTimeline = serviceTimeline;
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
        // A storm of rooms must not delay the heartbeats of a primary, so services have a thread of their own.
        ThreadTimeline serviceTimeline = new ThreadTimeline("fairlead-services");
        Groups groups = new Groups(timeline, settings.hold(), settings::of);
        Services services =
                new Services(serviceTimeline, Stores.inMemory(), settings::of, new SplittableRandom()::nextLong);
        try {
            RestServer server = RestServer.open(address, groups, services);
            return new Manager(settings.listen().withPort(server.port()), timeline, serviceTimeline, server);
        } catch (IOException trouble) {
            timeline.close();
            serviceTimeline.close();
            throw new StartRefusedException(cannotListen(settings.listen(), trouble), trouble);
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

    /** Stops in order: takes no further request, answers those it has, ends the loops. */
    @Override
    public void close() {
        LOG.info("manager stopping");
        server.close();
        timeline.close();
        serviceTimeline.close();
        LOG.info("manager stopped");
    }

    private static InetSocketAddress resolved(ManagerSettings settings) throws StartRefusedException {
        ListenAddress listen = settings.listen();
        try {
            InetAddress host = InetAddress.getByName(listen.host());
            if (!host.isLoopbackAddress() && !settings.insecure()) {
                throw new StartRefusedException("listen " + listen
                        + ": other machines reach this address and the manager asks nobody who they are: listen on"
                        + " 127.0.0.1, or give --insecure if the network is yours alone");
            }
            return new InetSocketAddress(host, listen.port());
        } catch (UnknownHostException unknown) {
            throw new StartRefusedException(
                    "listen " + listen + ": the host is not known: use a name or address of this machine", unknown);
        }
    }

    private static String cannotListen(ListenAddress listen, IOException trouble) {
        String message = String.valueOf(trouble.getMessage());
        if (trouble instanceof BindException && message.contains("in use")) {
            return "listen " + listen + ": another process uses this port: stop it, or choose another port"
                    + " (port 0 takes any free one)";
        }
        if (trouble instanceof BindException && message.contains("assign")) {
            return "listen " + listen + ": this machine does not have this address";
        }
        return "listen " + listen + ": " + message;
    }

    private static void warn(GroupId group, GroupSettings settings) {
        settings.primary().warnings().forEach(warning -> LOG.warn("group {}: {}", group, warning));
    }
}
