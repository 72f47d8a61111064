package io.fairlead.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
 * The way to Redis: kept up by a thread of its own, which probes each server on it, gives up one that does not answer, and
 * makes the way anew with the address looked up and the password read again. While there is none, nothing waits for it.
 */
final class Link implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);
    private static final Duration PROBE_EVERY = Duration.ofMillis(500);
    /** How often it looks where the address leads by now, while that may be elsewhere. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(3);

    /** How often others are asked whether this is still the primary: a cut-off one takes writes that will be lost. */
    private static final Duration ASK_OTHERS = Duration.ofSeconds(1);

    private static final String PROBE_LASTS_MS = "10000";
    private final RedisSettings settings;
    private final Troubles troubles;
    private final Connector connector;
    private final Topology topology;
    private final ScheduledExecutorService keeper;
    private final Set<Server> givenUp = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Route route;
    private volatile boolean closed;
    private long lastLookNanos;
    private long lastAskNanos;
    private Survey survey = Survey.none();

    Link(RedisSettings settings, Troubles troubles, Keys keys) {
        this.settings = settings;
        this.troubles = troubles;
        connector = new Connector(settings);
        topology = Topology.of(connector, settings, keys);
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
            Fault fault = connect();
            if (fault == Fault.CLUSTER || fault == Fault.NO_CLUSTER) {
                throw new RedisRefusedException("Redis " + settings.address().shown() + " " + fault.words());
            }
        } catch (RedisRefusedException e) {
            close();
            throw e;
        }
        again();
    }

    /** What the servers said of themselves when they were last connected to. */
    synchronized Survey survey() {
        return survey;
    }

    /** The way to Redis, or null while there is none. */
    @Nullable Route route() {
        Route present = route;
        return present != null && present.isOpen() ? present : null;
    }

    private void tend() {
        Route present = route();
        try {
            if (present == null) {
                connect();
            } else {
                probe(present);
                follow(present);
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

    /** Asks each server for what every call needs: scripts that write. */
    private void probe(Route present) {
        long began = troubles.now();
        Map<Server, CompletableFuture<?>> answers = new LinkedHashMap<>();
        for (Server server : present.servers()) {
            String[] key = {server.probeKey()};
            answers.put(
                    server,
                    server.connection()
                            .async()
                            .eval(Script.PROBE.text(), ScriptOutputType.MULTI, key, PROBE_LASTS_MS)
                            .toCompletableFuture());
        }
        boolean well = present.servers().size() == present.primaries().size();
        for (Map.Entry<Server, CompletableFuture<?>> each : answers.entrySet()) {
            Fault fault = outcome(each.getValue(), settings.budget().multipliedBy(2));
            if (fault == Fault.SILENT || fault == Fault.AWAY) {
                giveUp(each.getKey());
            } else if (fault != null) {
                present.outdate();
            }
            well &= fault == null || isMove(fault);
        }
        if (well) {
            troubles.probed(began);
        } else if (!present.isOpen() && route == present) {
            route = null;
        }
    }

    /** Calls for that server end at once from now on, and do not stand in the way of those for others. */
    private void giveUp(Server server) {
        givenUp.add(server);
        server.close();
    }

    /** Makes a new route if the one that is there may lead to the wrong servers. */
    private void follow(Route present) {
        long now = troubles.now();
        boolean elsewhere = false;
        if (now - lastAskNanos > ASK_OTHERS.toNanos()) {
            lastAskNanos = now;
            elsewhere = !topology.leads(present)
                    .completeOnTimeout(true, settings.budget().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
        if (elsewhere || (present.isOutdated() && now - lastLookNanos > LOOK_AGAIN.toNanos())) {
            connect();
        }
    }

    /** Makes a route, and only then leaves the one that was there; tells what was the matter, null if nothing. */
    private @Nullable Fault connect() {
        lastLookNanos = troubles.now();
        CompletableFuture<Route> made = topology.route();
        Fault fault = outcome(made, settings.budget().multipliedBy(4));
        if (fault != null) {
            var unused = made.thenAccept(Route::close);
            return fault;
        }
        return adopt(made.join());
    }

    private @Nullable Fault adopt(Route next) {
        Map<Server, CompletableFuture<String>> answers = new LinkedHashMap<>();
        for (Server server : next.servers()) {
            answers.put(server, server.connection().async().info().toCompletableFuture());
        }
        Survey found = Survey.none();
        Fault first = null;
        boolean any = false;
        for (Map.Entry<Server, CompletableFuture<String>> each : answers.entrySet()) {
            Fault fault = outcome(each.getValue(), settings.budget().multipliedBy(2));
            if (fault == null) {
                found = found.and(
                        Survey.read(each.getKey().name(), each.getValue().join()));
            } else if (fault != Fault.DENIED) {
                giveUp(each.getKey());
            }
            first = first == null ? fault : first;
            any |= fault == null || fault == Fault.DENIED;
        }
        if (found.cluster() && settings.address().kind() != RedisAddress.Kind.CLUSTER) {
            troubles.metByProbe(Fault.CLUSTER, "cluster_enabled:1");
            next.close();
            return Fault.CLUSTER;
        }
        if (!any) {
            next.close();
            return first;
        }
        take(next, found);
        return null;
    }

    private void take(Route next, Survey found) {
        synchronized (this) {
            found.warnUnlessKnown(survey, settings.address().shown());
            // Before anybody can use the connection: a room without a home may live somewhere.
            if (found.isOfAnother(survey)) {
                troubles.replaced();
            }
            survey = found.remembering(survey, next.primaries());
        }
        for (Server server : next.servers()) {
            server.connection().addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
                    lost(next, server);
                }
            });
        }
        next.onStranger(troubles::replaced);
        Route before = route;
        route = next;
        givenUp.clear();
        if (before != null) {
            retire(before);
        }
        if (next.servers().size() < next.primaries().size()) {
            troubles.metByProbe(
                    Fault.AWAY,
                    next.servers().size() + " of " + next.primaries().size() + " primaries of the cluster answer");
        }
        probe(next);
    }

    /** Calls that are on their way there still get their answers. */
    private void retire(Route before) {
        try {
            var unused = keeper.schedule(before::close, settings.budget().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            before.close();
        }
    }

    /** A server closed a connection; if it was of the route in use, the keeper makes the next one. */
    private void lost(Route of, Server gone) {
        if (closed || route != of || givenUp.remove(gone)) {
            return;
        }
        if (of.servers().stream().noneMatch(server -> !server.equals(gone) && server.isOpen())) {
            route = null;
        }
        troubles.metByProbe(Fault.AWAY, gone.place() + " closed the connection");
    }

    /** Whether a fault only says that a slot lies elsewhere by now. */
    boolean isMove(Fault fault) {
        return fault == Fault.CLUSTER && settings.address().kind() == RedisAddress.Kind.CLUSTER;
    }

    /** Waits on the keeper's thread for an answer, and notes what was the matter: null if nothing. */
    private @Nullable Fault outcome(CompletableFuture<?> answer, Duration most) {
        try {
            answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fault.AWAY;
        } catch (TimeoutException e) {
            return note(e);
        } catch (ExecutionException e) {
            return note(e.getCause() == null ? e : Calls.unwrapped(e.getCause()));
        }
    }

    private Fault note(Throwable failure) {
        // The first is a password's file that cannot be read.
        Fault fault = failure instanceof IllegalArgumentException ? Fault.AUTHENTICATION : Fault.of(failure);
        if (!closed && !isMove(fault)) {
            troubles.metByProbe(fault, Shown.of(failure));
        }
        return fault;
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        Route present = route;
        route = null;
        if (present != null) {
            topology.end(present);
        }
        connector.close();
    }
}
