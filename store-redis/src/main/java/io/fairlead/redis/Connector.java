package io.fairlead.redis;

import io.fairlead.redis.RedisAddress.Place;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes connections, each with the address looked up and the password read anew. None repairs itself or keeps commands. */
final class Connector implements AutoCloseable {

    /** More commands than ever are in flight; beyond it Lettuce refuses instead of keeping them. */
    private static final int MOST_COMMANDS = 65_536;

    private final RedisSettings settings;
    private final ClientResources resources;
    private final RedisClient client;

    Connector(RedisSettings settings) {
        this.settings = settings;
        resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .build();
        client = RedisClient.create(resources);
        client.setOptions(options());
    }

    /** A server that is logged in to and answers; fails with {@link IllegalArgumentException} if a password cannot be read. */
    CompletableFuture<Server> server(String name, Place place, String probeKey) {
        return connect(place).thenCompose(connection -> server(name, place, probeKey, connection));
    }

    /** The same over a connection that is there. */
    CompletableFuture<Server> server(
            String name, Place place, String probeKey, StatefulRedisConnection<String, String> connection) {
        if (settings.waitReplicas() == 0) {
            return CompletableFuture.completedFuture(new Server(name, place, probeKey, connection, null));
        }
        CompletableFuture<Server> both = connect(place)
                .thenApply(second ->
                        new Server(name, place, probeKey, connection, new Replicas(second, probeKey, settings)));
        return both.whenComplete((server, failure) -> {
            if (failure != null) {
                CompletableFuture<Void> unused = connection.closeAsync();
            }
        });
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> connect(Place place) {
        try {
            return client.connectAsync(StringCodec.UTF8, uri(place)).toCompletableFuture();
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** A sentinel; like a server, since Lettuce's own way logs each attempt that fails. */
    CompletableFuture<StatefulRedisConnection<String, String>> sentinel(Place place) {
        try {
            RedisURI uri = uri(place, null, settings.sentinelPassword());
            return client.connectAsync(StringCodec.UTF8, uri).toCompletableFuture();
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    ClientResources resources() {
        return resources;
    }

    ClientOptions options() {
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

    /** How a server is connected to, as the store's user. */
    RedisURI uri(Place place) {
        RedisAddress address = settings.address();
        RedisURI uri = uri(place, address.user(), address.password());
        uri.setDatabase(address.database());
        return uri;
    }

    private RedisURI uri(Place place, @Nullable String user, @Nullable Password password) {
        boolean tls = settings.address().tls();
        RedisURI uri = RedisURI.Builder.redis(place.host(), place.port())
                .withTimeout(settings.budget())
                .withClientName("fairlead")
                .build();
        uri.setSsl(tls);
        uri.setVerifyPeer(tls ? SslVerifyMode.FULL : SslVerifyMode.NONE);
        if (password != null && user != null) {
            uri.setAuthentication(user, password.read());
        } else if (password != null) {
            uri.setAuthentication(password.read());
        }
        return uri;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        var unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
