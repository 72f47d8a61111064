package io.fairlead.store;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Orders to drain in the memory of one process; callable from any thread. */
public final class InMemoryDrainStore implements DrainStore {

    private final SortedMap<ServiceId, SortedMap<InstanceId, Given>> services = new TreeMap<>();

    /**
     * An order as it was given.
     *
     * @param service the service
     * @param process who is to drain
     * @param wish within which time, and what then
     * @param at when it was given, on the store's time line
     */
    public record Given(ServiceId service, Owner process, Drain.Wish wish, Instant at) {

        private Drain seenAt(Instant now) {
            Duration age = Duration.between(at, now);
            return new Drain(process, age.isNegative() ? Duration.ZERO : age, wish);
        }

        private boolean isSame(Owner other, Drain.Wish wanted) {
            return process.equals(other) && wish.equals(wanted);
        }
    }

    @Override
    public synchronized CompletionStage<Drain> order(ServiceId service, Owner process, Drain.Wish wish, Instant now) {
        SortedMap<InstanceId, Given> orders = services.computeIfAbsent(service, id -> new TreeMap<>());
        Given before = orders.get(process.instance());
        Given given = before != null && before.isSame(process, wish) ? before : new Given(service, process, wish, now);
        orders.put(process.instance(), given);
        return CompletableFuture.completedFuture(given.seenAt(now));
    }

    @Override
    public synchronized CompletionStage<@Nullable Drain> cancel(ServiceId service, Owner process, Instant now) {
        SortedMap<InstanceId, Given> orders = services.getOrDefault(service, new TreeMap<>());
        Given given = orders.get(process.instance());
        if (given == null || !given.process.equals(process)) {
            return CompletableFuture.completedFuture(null);
        }
        orders.remove(process.instance());
        if (orders.isEmpty()) {
            services.remove(service);
        }
        return CompletableFuture.completedFuture(given.seenAt(now));
    }

    @Override
    public synchronized CompletionStage<List<Drain>> drains(ServiceId service, Instant now) {
        List<Drain> drains = new ArrayList<>();
        services.getOrDefault(service, new TreeMap<>()).values().forEach(given -> drains.add(given.seenAt(now)));
        return CompletableFuture.completedFuture(drains);
    }

    /** All orders that stand, so that they can be written down. */
    public synchronized List<Given> all() {
        List<Given> all = new ArrayList<>();
        services.values().forEach(orders -> all.addAll(orders.values()));
        return all;
    }

    /** Puts an order back that was written down. */
    public synchronized void restore(Given given) {
        services.computeIfAbsent(given.service, id -> new TreeMap<>()).put(given.process.instance(), given);
    }
}
