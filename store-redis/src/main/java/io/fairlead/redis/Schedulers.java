package io.fairlead.redis;

import io.fairlead.ServiceId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The schedulers of each service. One stands among them from its look at a service on, for as long as a sample counts; each
 * look renews that and counts. A name that is gone before its time shows that Redis has lost what was in it.
 */
final class Schedulers {

    private final Access access;
    private final String name;
    private final Duration lifetime;
    private final Map<ServiceId, Integer> live = new ConcurrentHashMap<>();
    private final Map<ServiceId, Long> registered = new ConcurrentHashMap<>();

    /**
     * @param name of this process, or null if it places no rooms
     */
    Schedulers(Access access, @Nullable String name) {
        this.access = access;
        this.name = name == null ? "" : name;
        this.lifetime = access.lifetimes().sample();
    }

    /** The name as the script takes it, empty for none. */
    String name() {
        return name;
    }

    /** How long a name stands, as the script takes it. */
    String lasts() {
        return Lifetimes.micros(lifetime);
    }

    /** Takes in what a look found. */
    void counted(ServiceId service, List<Object> answer) {
        live.put(service, Math.toIntExact(Answer.number(answer, 1)));
        long now = access.troubles().now();
        Long before = registered.get(service);
        boolean stoodBefore = Answer.number(answer, 2) == 1;
        if (before != null && !stoodBefore && now - before < lifetime.toNanos() / 2) {
            access.troubles().forgotten();
        }
        if (Answer.number(answer, 3) == 1) {
            registered.put(service, now);
        } else {
            registered.remove(service);
        }
    }

    /** The number of a service's schedulers, as last counted. */
    OptionalInt of(ServiceId service) {
        Integer count = live.get(service);
        return count == null ? OptionalInt.empty() : OptionalInt.of(count);
    }

    /** Nobody is there any more of a service. */
    void forget(ServiceId service) {
        live.remove(service);
        registered.remove(service);
    }

    /** Services of which something is known. */
    int remembered() {
        return live.size();
    }

    /** Takes this process off all services. */
    CompletionStage<Void> leave() {
        List<ServiceId> services = List.copyOf(registered.keySet());
        if (services.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return access.calls()
                .send(
                        "leave the schedulers",
                        redis -> SeedWriter.all(services.stream()
                                .map(service -> redis.zrem(access.keys().schedulers(service), name))
                                .toList()));
    }
}
