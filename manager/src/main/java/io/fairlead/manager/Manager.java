package io.fairlead.manager;

import io.fairlead.GroupId;
import io.fairlead.config.ListenAddress;
import io.fairlead.config.SecretFile;
import io.fairlead.manager.access.KnownTokens;
import io.fairlead.manager.journal.BootClock;
import io.fairlead.manager.journal.DrainFile;
import io.fairlead.manager.journal.Journal;
import io.fairlead.manager.loop.Earlier;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.Memory;
import io.fairlead.manager.loop.ThreadTimeline;
import io.fairlead.manager.rest.Door;
import io.fairlead.manager.rest.RestServer;
import io.fairlead.manager.services.Services;
import io.fairlead.manager.services.Stores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running manager: its loops and its REST interface. What it knows outlives it in its data folder. */
public final class Manager implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

    private final ListenAddress listen;
    private final ThreadTimeline timeline;
    private final Groups groups;
    private final ThreadTimeline serviceTimeline;
    private final RestServer server;
    private final Kept kept;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** What outlives the manager: its journal, if it has one, and where services are remembered. */
    private record Kept(@Nullable Journal journal, Stores stores) {

        void close() {
            stores.keeping().close();
            Manager.close(journal);
        }
    }

    private Manager(ManagerSettings settings, Door door, Kept kept) throws IOException {
        this.kept = kept;
        Journal journal = kept.journal;
        this.timeline = new ThreadTimeline();
        // A storm of rooms must not delay the heartbeats of a primary, so services have a thread of their own.
        this.serviceTimeline = new ThreadTimeline("fairlead-services");
        try {
            this.groups =
                    new Groups(timeline, settings.timing(), settings::of, journal == null ? Memory.NONE : journal);
            if (journal != null) {
                restore(groups, journal);
            }
            if (settings.afterLoss()) {
                groups.followALoss();
            }
            groups.warnOfNeighbours(OwnAddresses.ofThisMachine());
            Services services =
                    new Services(serviceTimeline, kept.stores, settings::of, new SplittableRandom()::nextLong);
            this.server = RestServer.open(door, groups, services, journal == null ? null : journal.history());
            groups.opened().toCompletableFuture().join();
        } catch (IOException | RuntimeException trouble) {
            timeline.close();
            serviceTimeline.close();
            throw trouble;
        }
        this.listen = settings.listen().withPort(server.port());
    }

    private static @Nullable Journal journal(ManagerSettings settings) throws StartRefusedException {
        if (settings.dataDir().isEmpty()) {
            return null;
        }
        try {
            return Journal.open(settings.dataDir().get(), BootClock.ofThisMachine());
        } catch (IOException trouble) {
            throw new StartRefusedException(String.valueOf(trouble.getMessage()), trouble);
        }
    }

    private static @Nullable Stores shared(ManagerSettings settings, SharedStore.Opener opener)
            throws StartRefusedException {
        if (settings.store().isEmpty()) {
            return null;
        }
        try {
            return opener.open(settings.store().get());
        } catch (IllegalArgumentException refused) {
            throw new StartRefusedException("store: " + refused.getMessage(), refused);
        }
    }

    private static Stores own(ManagerSettings settings) throws StartRefusedException {
        if (settings.dataDir().isEmpty()) {
            return Stores.inMemory();
        }
        try {
            return Stores.inMemory(DrainFile.open(settings.dataDir().get()));
        } catch (IOException trouble) {
            throw new StartRefusedException(String.valueOf(trouble.getMessage()), trouble);
        }
    }

    private static void restore(Groups groups, Journal journal) {
        Earlier earlier = journal.handOver();
        int different = groups.restore(earlier).toCompletableFuture().join();
        if (different > 0) {
            LOG.warn(
                    "{} past decisions come out differently under the present settings or program; what was decided then"
                            + " stands",
                    different);
        }
        if (!earlier.groups().isEmpty() || !earlier.facts().isEmpty()) {
            LOG.info(
                    "goes on where the process before it ended: everything that was written down was read again, {} groups"
                            + " from the newest snapshot, and all else from the {} facts written since",
                    earlier.groups().size(),
                    earlier.facts().size());
        }
    }

    /**
     * Starts a manager that remembers services in itself, and returns when it answers requests.
     *
     * @throws StartRefusedException if it cannot listen where it is told to, or must not
     */
    public static Manager start(ManagerSettings settings) throws StartRefusedException {
        return start(settings, SharedStore.none());
    }

    /**
     * Starts a manager and returns when it answers requests.
     *
     * @param settings what it is told
     * @param opener opens the store in which services are remembered, if one is named
     * @throws StartRefusedException if it cannot listen where it is told to, or must not, or if what is named is no store
     */
    public static Manager start(ManagerSettings settings, SharedStore.Opener opener) throws StartRefusedException {
        Door door = new Door(resolved(settings), tokens(settings));
        tell(settings, door);
        settings.groups().forEach(Manager::warn);
        Kept kept = kept(settings, opener);
        try {
            return new Manager(settings, door, kept);
        } catch (IOException trouble) {
            kept.close();
            throw new StartRefusedException(settings.listen().cannotBeOpened(trouble), trouble);
        } catch (RuntimeException bug) {
            kept.close();
            throw bug;
        }
    }

    /** What is no store is refused before a data folder is made or touched. */
    private static Kept kept(ManagerSettings settings, SharedStore.Opener opener) throws StartRefusedException {
        Stores shared = shared(settings, opener);
        Journal journal = null;
        try {
            journal = journal(settings);
            return new Kept(journal, shared == null ? own(settings) : shared);
        } catch (StartRefusedException | RuntimeException trouble) {
            close(journal);
            if (shared != null) {
                shared.keeping().close();
            }
            throw trouble;
        }
    }

    private static void close(@Nullable Journal journal) {
        if (journal != null) {
            journal.close();
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

    /** Stops in order: takes no further request, answers those it has, ends the loops. Once is enough. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        LOG.info("manager stopping");
        server.close();
        if (kept.journal != null) {
            groups.remember().toCompletableFuture().join();
        }
        timeline.close();
        serviceTimeline.close();
        kept.close();
        LOG.info("manager stopped");
    }

    private static InetSocketAddress resolved(ManagerSettings settings) throws StartRefusedException {
        ListenAddress listen = settings.listen();
        try {
            InetSocketAddress address = listen.socketAddress();
            boolean asks = settings.tokensFile().isPresent();
            if (!address.getAddress().isLoopbackAddress() && !asks && !settings.insecure()) {
                throw new StartRefusedException("listen " + listen
                        + ": other machines reach this address and the manager asks nobody who they are: give it"
                        + " tokens (--auth-tokens-file FILE), listen on 127.0.0.1, or give --insecure if the network is"
                        + " yours alone");
            }
            return address;
        } catch (UnknownHostException unknown) {
            throw new StartRefusedException(listen.cannotBeOpened(unknown), unknown);
        }
    }

    private static KnownTokens tokens(ManagerSettings settings) throws StartRefusedException {
        if (settings.tokensFile().isEmpty()) {
            return KnownTokens.NONE;
        }
        Path file = settings.tokensFile().get();
        try {
            return KnownTokens.read(SecretFile.lines(file));
        } catch (IOException trouble) {
            throw new StartRefusedException("auth: tokens-file " + trouble.getMessage(), trouble);
        } catch (IllegalArgumentException refused) {
            throw new StartRefusedException("auth: tokens-file " + file + ": " + refused.getMessage(), refused);
        }
    }

    private static void tell(ManagerSettings settings, Door door) {
        if (!door.tokens().areAsked()) {
            return;
        }
        LOG.info("each request needs a token; known are {}", door.tokens().words());
        if (!door.address().getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "listen {}: until there is TLS, whoever can read the traffic of this network reads what is said here,"
                            + " the tokens too",
                    settings.listen());
        }
    }

    private static void warn(GroupId group, GroupSettings settings) {
        settings.primary().warnings().forEach(warning -> LOG.warn("group {}: {}", group, warning));
    }
}
