package io.fairlead.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A primary that was reached.
 *
 * @param name by which it is known from one route to the next: where it is in a cluster; else the same for each, since there
 *     is one
 * @param place where it is
 * @param probeKey a key that lies on it
 * @param connection the connection of calls and probes
 * @param replicas who waits for its replicas, or null if nobody does
 */
record Server(
        String name,
        RedisAddress.Place place,
        String probeKey,
        StatefulRedisConnection<String, String> connection,
        @Nullable Replicas replicas) {

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Ends its connections; calls on their way end at once. */
    void close() {
        drop(connection);
        closeReplicas();
    }

    /** Ends the connection of its own with which it waits for replicas. */
    void closeReplicas() {
        if (replicas != null) {
            drop(replicas.connection());
        }
    }

    private static void drop(StatefulRedisConnection<String, String> connection) {
        if (connection.isOpen()) {
            CompletableFuture<Void> unused = connection.closeAsync();
        }
    }
}
