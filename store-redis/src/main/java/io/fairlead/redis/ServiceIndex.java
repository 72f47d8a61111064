package io.fairlead.redis;

import io.fairlead.ServiceId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The services that have an instance: a set of names that each report renews, each of which is asked in its own slot whether
 * that is still so. A name that has been without instances for a while, as far as this process saw, is taken out.
 */
final class ServiceIndex {

    private final Calls calls;
    private final Keys keys;
    private final Lifetimes lifetimes;
    private final LongSupplier nanos;
    private final Map<ServiceId, Long> emptySince = new TreeMap<>();

    ServiceIndex(Access access) {
        calls = access.calls();
        keys = access.keys();
        lifetimes = access.lifetimes();
        nanos = access.troubles()::now;
    }

    CompletionStage<Long> add(ServiceId service) {
        return calls.send("index of services", redis -> redis.sadd(keys.services(), service.value()));
    }

    /**
     * The services in the order of their ids.
     *
     * @param elsewhere whether a service without a report of ours has instances all the same
     */
    CompletionStage<List<ServiceId>> list(Predicate<ServiceId> elsewhere) {
        return calls.send("index of services", redis -> redis.smembers(keys.services()))
                .thenCompose(names -> {
                    Map<ServiceId, CompletableFuture<Boolean>> alive = new TreeMap<>();
                    for (ServiceId service : readable(names)) {
                        alive.put(service, alive(service));
                    }
                    return SeedWriter.all(List.copyOf(alive.values())).thenApply(done -> {
                        alive.replaceAll((service, answer) ->
                                answer.join() ? answer : CompletableFuture.completedFuture(elsewhere.test(service)));
                        alive.forEach((service, answer) -> judge(service, answer.join()));
                        return alive.entrySet().stream()
                                .filter(entry -> entry.getValue().join())
                                .map(Map.Entry::getKey)
                                .toList();
                    });
                });
    }

    private CompletableFuture<Boolean> alive(ServiceId service) {
        return calls.run(Script.ALIVE, new String[] {keys.reports(service)}, Lifetimes.micros(lifetimes.forget()))
                .thenApply(answer -> Answer.number(answer, 0) == 1);
    }

    private void judge(ServiceId service, boolean alive) {
        synchronized (emptySince) {
            Duration empty =
                    Duration.ofNanos(nanos.getAsLong() - emptySince.computeIfAbsent(service, id -> nanos.getAsLong()));
            if (alive) {
                emptySince.remove(service);
            } else if (empty.compareTo(lifetimes.sweep()) > 0) {
                emptySince.remove(service);
                var unused = calls.send("index of services", redis -> redis.srem(keys.services(), service.value()));
            }
        }
    }

    private static Set<ServiceId> readable(Set<String> names) {
        Set<ServiceId> services = new TreeSet<>();
        names.forEach(name -> readable(name).ifPresent(services::add));
        return services;
    }

    /** Empty for a name that no service of ours can have: another program wrote it. */
    private static Optional<ServiceId> readable(String name) {
        try {
            return Optional.of(new ServiceId(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
