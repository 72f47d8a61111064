package io.fairlead.redis;

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
        client.setOptions(options(settings));
    }

    /** A connection that is logged in and answers; {@link IllegalArgumentException} if the password cannot be read. */
    CompletableFuture<StatefulRedisConnection<String, String>> connect() {
        return client.connectAsync(StringCodec.UTF8, uri()).toCompletableFuture();
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

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        var unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
