package io.fairlead.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
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

/**
 * The connection to Redis: kept up by a thread of its own, which probes it, gives it up when it does not answer, and makes
 * it anew with the address looked up and the password read again. While there is none, nothing waits for it.
 */
final class Link implements AutoCloseable {

    private static final Duration PROBE_EVERY = Duration.ofMillis(500);
    /** How often a replica is left for whatever its address leads to by now. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(3);

    private static final String PROBE_LASTS_MS = "10000";
    /** More commands than ever are in flight; beyond it Lettuce refuses instead of keeping them. */
    private static final int MOST_COMMANDS = 65_536;

    private final RedisSettings settings;
    private final Troubles troubles;
    private final String probeKey;
    private final ClientResources resources;
    private final RedisClient client;
    private final ScheduledExecutorService keeper;
    private volatile @Nullable StatefulRedisConnection<String, String> connection;
    private volatile boolean closed;
    private long lastLookNanos;
    private Survey survey = Survey.none();

    Link(RedisSettings settings, Troubles troubles, Keys keys) {
        this.settings = settings;
        this.troubles = troubles;
        this.probeKey = keys.probe();
        resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .build();
        client = RedisClient.create(resources);
        client.setOptions(options(settings));
        keeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fairlead-redis-keeper");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static ClientOptions options(RedisSettings settings) {
        ClientOptions.Builder options = ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                .pingBeforeActivateConnection(true)
                .requestQueueSize(MOST_COMMANDS)
                .timeoutOptions(TimeoutOptions.enabled(settings.budget()))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.budget())
                        .tcpNoDelay(true)
                        .keepAlive(true)
                        .build());
        if (settings.trusted() != null) {
            options.sslOptions(SslOptions.builder()
                    .trustManager(settings.trusted().toFile())
                    .build());
        }
        return options.build();
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
        if (present == null) {
            connect();
        } else {
            probe(present);
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
        RedisURI uri;
        try {
            uri = uri();
        } catch (IllegalArgumentException e) {
            troubles.met(Fault.AUTHENTICATION, e.getMessage() == null ? "" : e.getMessage());
            return Fault.AUTHENTICATION;
        }
        CompletableFuture<StatefulRedisConnection<String, String>> made =
                client.connectAsync(StringCodec.UTF8, uri).toCompletableFuture();
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
            troubles.met(Fault.CLUSTER, "cluster_enabled:1");
            drop(next);
            return Fault.CLUSTER;
        }
        if (fault != null && fault != Fault.DENIED) {
            drop(next);
            return fault;
        }
        synchronized (this) {
            found.warnUnlessKnown(survey, settings.address().shown());
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

    /** The server closed a connection; if it was the one in use, the next one is made at once. */
    private void lost(StatefulRedisConnection<String, String> gone) {
        if (!closed && connection == gone) {
            connection = null;
            troubles.met(Fault.AWAY, "it closed the connection");
        }
    }

    private void leave(StatefulRedisConnection<String, String> present) {
        if (connection == present) {
            connection = null;
        }
        drop(present);
    }

    private static void drop(StatefulRedisConnection<String, String> connection) {
        var unused = connection.closeAsync();
    }

    private RedisURI uri() {
        RedisAddress address = settings.address();
        RedisURI uri = RedisURI.Builder.redis(address.host(), address.port())
                .withDatabase(address.database())
                .withTimeout(settings.budget())
                .withClientName("fairlead")
                .build();
        uri.setSsl(address.tls());
        uri.setVerifyPeer(address.tls() ? SslVerifyMode.FULL : SslVerifyMode.NONE);
        Password password = address.password();
        if (password != null && address.user() != null) {
            uri.setAuthentication(address.user(), password.read());
        } else if (password != null) {
            uri.setAuthentication(password.read());
        }
        return uri;
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
        Fault fault = Fault.of(failure);
        if (!closed) {
            troubles.met(fault, Shown.of(failure));
        }
        return fault;
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        StatefulRedisConnection<String, String> present = connection;
        connection = null;
        if (present != null) {
            drop(present);
        }
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        resources.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
