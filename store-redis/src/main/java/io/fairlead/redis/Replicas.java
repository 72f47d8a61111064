package io.fairlead.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Waits until replicas have what a primary has answered. WAIT holds up the connection on which it runs, so it has one of its
 * own: it writes something there and waits for that, which comes after all that was answered before. One wait is under way at
 * a time; all who come meanwhile share the next one.
 */
final class Replicas {

    private static final long PROBE_LASTS_MS = 10_000;

    private final StatefulRedisConnection<String, String> connection;
    private final String probeKey;
    private final int wanted;
    private final long limitMs;
    private final Object lock = new Object();
    private CompletableFuture<Void> next = new CompletableFuture<>();
    private boolean wished;
    private boolean underWay;

    /**
     * @param connection to the primary, used for nothing else
     * @param probeKey a key that lies there
     * @param settings with the number of replicas and the budget
     */
    Replicas(StatefulRedisConnection<String, String> connection, String probeKey, RedisSettings settings) {
        this.connection = connection;
        this.probeKey = probeKey;
        wanted = settings.waitReplicas();
        // So that its own answer comes before the budget is over, and says how many have it.
        limitMs = Math.max(1, settings.budget().multipliedBy(4).dividedBy(5).toMillis());
    }

    StatefulRedisConnection<String, String> connection() {
        return connection;
    }

    /** Ends when so many replicas as wanted have all that the primary had answered when this was called. */
    CompletionStage<Void> reached() {
        CompletableFuture<Void> mine;
        synchronized (lock) {
            mine = next;
            wished = true;
        }
        begin();
        return mine;
    }

    private void begin() {
        CompletableFuture<Void> round;
        synchronized (lock) {
            if (underWay || !wished) {
                return;
            }
            underWay = true;
            wished = false;
            round = next;
            next = new CompletableFuture<>();
        }
        var unused = sent().whenComplete((count, failure) -> {
            synchronized (lock) {
                underWay = false;
            }
            // The next round before those who wait: they may ask for more.
            begin();
            if (failure != null) {
                round.completeExceptionally(failure);
            } else if (count < wanted) {
                round.completeExceptionally(new RedisCommandExecutionException(
                        "FEWREPLICAS " + count + " of " + wanted + " replicas have it after " + limitMs + " ms"));
            } else {
                round.complete(null);
            }
        });
    }

    private CompletionStage<Long> sent() {
        var redis = connection.async();
        CompletionStage<String> written = redis.set(probeKey, "1", SetArgs.Builder.px(PROBE_LASTS_MS));
        CompletionStage<Long> waited = redis.waitForReplication(wanted, limitMs);
        return written.thenCombine(waited, (done, count) -> count);
    }
}
