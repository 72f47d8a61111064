package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.OutcomeUnknownException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders to drain in Redis: one hash a service, one script a call, the time of Redis. */
final class RedisDrainStore implements DrainStore {

    /**
     * A day more than the longest wish. An overdue order stands for as long as its process lives, so what ends it here is that
     * nobody has looked at its service for so long.
     */
    static final Duration LASTS = Duration.ofDays(8);

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    private final Calls calls;
    private final Keys keys;
    private final String lasts = Lifetimes.millis(LASTS);
    private final Map<ServiceId, Set<String>> unreadable = new ConcurrentHashMap<>();

    RedisDrainStore(Access access) {
        calls = access.calls();
        keys = access.keys();
    }

    @Override
    public CompletionStage<Drain> order(ServiceId service, Owner process, Drain.Wish wish, Instant now) {
        return calls.run(
                        Script.ORDER,
                        key(service),
                        process.instance().value(),
                        process.incarnation().value(),
                        PackedDrain.body(wish),
                        lasts)
                .thenCompose(answer -> calls.send(
                                "order to drain under the method's names",
                                redis -> redis.srem(
                                        keys.members(service),
                                        process.instance().value()))
                        // Where that fails, the instance's next report does it.
                        .handle((done, failure) -> new Drain(process, age(answer, 0), wish)));
    }

    @Override
    public CompletionStage<@Nullable Drain> cancel(ServiceId service, Owner process, Instant now) {
        return calls.run(
                        Script.CANCEL,
                        key(service),
                        process.instance().value(),
                        process.incarnation().value())
                .thenCompose(answer -> answer.isEmpty()
                        ? CompletableFuture.<@Nullable Drain>completedFuture(null)
                        : listed(service, process.instance())
                                .<@Nullable Drain>thenApply(done -> ended(process, answer)));
    }

    /** Puts an instance back among those of the method's names: one that only refreshes its weight would not. */
    private CompletionStage<?> listed(ServiceId service, InstanceId instance) {
        return calls.send(
                        "end of a drain under the method's names",
                        redis -> redis.exists(keys.member(service, instance))
                                .thenCompose(known -> known == 0
                                        ? CompletableFuture.completedFuture(0L)
                                        : redis.sadd(keys.members(service), instance.value())))
                // Where that fails, the instance's next report does it, and a foreign one has to.
                .handle((done, failure) -> done);
    }

    private static Drain ended(Owner process, List<Object> answer) {
        try {
            return PackedDrain.read(process.instance().value(), age(answer, 0), Answer.text(answer, 1));
        } catch (IllegalArgumentException e) {
            throw new OutcomeUnknownException(
                    "the order for " + process + " was ended, and what it was is not known: " + Shown.of(e), e);
        }
    }

    @Override
    public CompletionStage<List<Drain>> drains(ServiceId service, Instant now) {
        return calls.run(Script.DRAINS, key(service), lasts).thenApply(answer -> read(service, answer));
    }

    /** Reads the orders of a service. A value of another form is left out, which the log says once. */
    private List<Drain> read(ServiceId service, List<Object> answer) {
        SortedMap<InstanceId, Drain> drains = new TreeMap<>();
        Set<String> leftOut = new TreeSet<>();
        Set<String> before = unreadable.getOrDefault(service, Set.of());
        for (int i = 0; i + 2 < answer.size(); i += 3) {
            String id = Answer.text(answer, i);
            try {
                Drain drain = PackedDrain.read(id, age(answer, i + 1), Answer.text(answer, i + 2));
                drains.put(drain.process().instance(), drain);
            } catch (IllegalArgumentException e) {
                leftOut.add(id);
                if (!before.contains(id)) {
                    LOG.warn("left out of the orders of service {}: {} holds {}", service, Shown.line(id), Shown.of(e));
                }
            }
        }
        if (leftOut.isEmpty()) {
            unreadable.remove(service);
        } else {
            unreadable.put(service, leftOut);
        }
        return List.copyOf(drains.values());
    }

    private static Duration age(List<Object> answer, int index) {
        String micros = Answer.text(answer, index);
        if (micros.isEmpty()) {
            throw new IllegalArgumentException("an order to drain without a time");
        }
        return Duration.ofNanos(Math.multiplyExact(Long.parseLong(micros), 1000L));
    }

    private String[] key(ServiceId service) {
        return new String[] {keys.drains(service)};
    }
}
