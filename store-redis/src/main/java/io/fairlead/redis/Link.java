package io.fairlead.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to Redis: kept up by a thread of its own, which probes it, gives it up when it does not answer, and makes
 * it anew with the address looked up and the password read again. While there is none, nothing waits for it.
 */
final class Link implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);
    private static final Duration PROBE_EVERY = Duration.ofMillis(500);
    /** How often a replica is left for whatever its address leads to by now. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(3);

    private static final String PROBE_LASTS_MS = "10000";
    private final RedisSettings settings;
    private final Troubles troubles;
    private final String probeKey;
    private final Connector connector;
    private final ScheduledExecutorService keeper;
    private volatile @Nullable StatefulRedisConnection<String, String> connection;
    private volatile boolean closed;
    private long lastLookNanos;
    private Survey survey = Survey.none();

    Link(RedisSettings settings, Troubles troubles, Keys keys) {
        this.settings = settings;
        this.troubles = troubles;
        this.probeKey = keys.probe();
        connector = new Connector(settings);
        keeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fairlead-redis-keeper");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Makes the first connection, and begins to keep it up whatever came of that.
     *
     * @throws RedisRefusedException if what answers can never be this store
     */
    void start() {
        try {
            if (connect() == Fault.CLUSTER) {
                throw new RedisRefusedException("Redis " + settings.address().shown() + " " + Fault.CLUSTER.words());
            }
        } catch (RedisRefusedException e) {
            close();
            throw e;
        }
        again();
    }

    /** What the server said of itself when it was last connected to. */
    synchronized Survey survey() {
        return survey;
    }

    /** The connection, or null while there is none. */
    @Nullable StatefulRedisConnection<String, String> connection() {
        StatefulRedisConnection<String, String> present = connection;
        return present != null && present.isOpen() ? present : null;
    }

    private void tend() {
        StatefulRedisConnection<String, String> present = connection();
        try {
            if (present == null) {
                connect();
            } else {
                probe(present);
            }
        } catch (RuntimeException e) {
            // A fault of ours or of the library: the connection is kept up all the same.
            if (!closed) {
                LOG.error(
                        "keeping up the connection to Redis {} failed",
                        settings.address().shown(),
                        e);
            }
        }
        again();
    }

    private void again() {
        long most = PROBE_EVERY.toMillis();
        try {
            long wait = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
            var unused = keeper.schedule(this::tend, wait, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            if (!closed) {
                throw e;
            }
        }
    }

    /** Asks for what every call needs: scripts that write. */
    private void probe(StatefulRedisConnection<String, String> present) {
        long began = troubles.now();
        Fault fault = outcome(present.async()
                .eval(Script.PROBE.text(), ScriptOutputType.MULTI, new String[] {probeKey}, PROBE_LASTS_MS)
                .toCompletableFuture());
        if (fault == null) {
            troubles.probed(began);
        } else if (fault == Fault.SILENT || fault == Fault.AWAY) {
            leave(present);
        } else if (troubles.now() - lastLookNanos > LOOK_AGAIN.toNanos()) {
            connect();
        }
    }

    /** Connects, and only then leaves the connection that was there; tells what was the matter, null if nothing. */
    private @Nullable Fault connect() {
        lastLookNanos = troubles.now();
        CompletableFuture<StatefulRedisConnection<String, String>> made;
        try {
            made = connector.connect();
        } catch (IllegalArgumentException e) {
            // The password's file cannot be read.
            return note(Fault.AUTHENTICATION, e);
        }
        Fault fault = outcome(made);
        if (fault != null) {
            var unused = made.thenAccept(Link::drop);
            return fault;
        }
        return adopt(made.join());
    }

    private @Nullable Fault adopt(StatefulRedisConnection<String, String> next) {
        CompletableFuture<String> info = next.async().info().toCompletableFuture();
        Fault fault = outcome(info);
        Survey found = fault == null ? Survey.read(info.join()) : Survey.none();
        if (found.cluster()) {
            troubles.metByProbe(Fault.CLUSTER, "cluster_enabled:1");
            drop(next);
            return Fault.CLUSTER;
        }
        if (fault != null && fault != Fault.DENIED) {
            drop(next);
            return fault;
        }
        synchronized (this) {
            found.warnUnlessKnown(survey, settings.address().shown());
            // Before anybody can use the connection: a room without a home may live somewhere.
            if (found.isOfAnother(survey)) {
                troubles.replaced();
            }
            survey = found;
        }
        next.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
                lost(next);
            }
        });
        StatefulRedisConnection<String, String> before = connection;
        connection = next;
        if (before != null) {
            drop(before);
        }
        probe(next);
        return null;
    }

    /** The server closed a connection; if it was the one in use, the keeper makes the next one. */
    private void lost(StatefulRedisConnection<String, String> gone) {
        if (!closed && connection == gone) {
            connection = null;
            troubles.metByProbe(Fault.AWAY, "it closed the connection");
        }
    }

    private void leave(StatefulRedisConnection<String, String> present) {
        if (connection == present) {
            connection = null;
        }
        drop(present);
    }

    private static void drop(StatefulRedisConnection<String, String> connection) {
        if (connection.isOpen()) {
            var unused = connection.closeAsync();
        }
    }

    /** Waits on the keeper's thread for an answer, and notes what was the matter: null if nothing. */
    private @Nullable Fault outcome(CompletableFuture<?> answer) {
        try {
            answer.get(settings.budget().toMillis() * 2, TimeUnit.MILLISECONDS);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fault.AWAY;
        } catch (TimeoutException e) {
            return note(e);
        } catch (ExecutionException e) {
            return note(e.getCause() == null ? e : e.getCause());
        }
    }

    private Fault note(Throwable failure) {
        return note(Fault.of(failure), failure);
    }

    private Fault note(Fault fault, Throwable failure) {
        if (!closed) {
            troubles.metByProbe(fault, Shown.of(failure));
        }
        return fault;
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        connection = null;
        connector.close();
    }
}
