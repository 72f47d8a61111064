package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Reads what other programs write under the names of the method's text: instances of which only a weight is known. A member
 * of the list without a live weight is no candidate; when that has lasted a while, it is taken out of the list.
 *
 * <p>A look costs a round trip for the list, one for members that are not known and one for weights, so it is taken at most
 * every {@link #EVERY}, whatever the number of callers. Nobody waits for one while the last is younger than a report's period:
 * a long list makes no placement slow.
 */
final class SeedReader {

    /** Short beside the 3 s in which weights change. */
    static final Duration EVERY = Duration.ofMillis(250);

    /** Commands of one look that are given to Redis at a time, so that calls of rooms find their way between them. */
    private static final int AT_A_TIME = 500;

    private final Calls calls;
    private final Keys keys;
    private final Lifetimes lifetimes;
    private final LongSupplier nanos;
    private final Map<ServiceId, Members> services = new ConcurrentHashMap<>();

    SeedReader(Access access) {
        calls = access.calls();
        keys = access.keys();
        lifetimes = access.lifetimes();
        nanos = access.troubles()::now;
    }

    /**
     * The instances that only other programs report, as they were seen at the last look; their samples age. A caller that
     * looks steadily sees what is as old as two of its own looks.
     *
     * @param service the service
     * @param ours the instances whose reports we know
     */
    CompletionStage<List<Candidate>> read(ServiceId service, Set<InstanceId> ours) {
        Members members = services.computeIfAbsent(service, id -> new Members(service, lifetimes.sweep()));
        CompletableFuture<Void> look = members.begin(nanos.getAsLong(), EVERY);
        if (look != null) {
            look(members, ours).whenComplete((done, failure) -> members.end(look, failure));
        }
        if (members.isFresh(nanos.getAsLong())) {
            return CompletableFuture.completedFuture(members.seen(nanos.getAsLong()));
        }
        return members.looked().handle((done, failure) -> members.seen(nanos.getAsLong()));
    }

    /** Whether a service has such instances, by the last look. */
    boolean any(ServiceId service) {
        Members members = services.get(service);
        return members != null && !members.seen(nanos.getAsLong()).isEmpty();
    }

    /** Forgets a service in whose list nobody stands. */
    void forget(ServiceId service) {
        services.computeIfPresent(service, (id, members) -> members.isEmpty() ? null : members);
    }

    /** Services of which something is known. */
    int remembered() {
        return services.size();
    }

    private CompletionStage<Void> look(Members members, Set<InstanceId> ours) {
        ServiceId service = members.service();
        return calls.send("list of instances", redis -> redis.smembers(keys.members(service)))
                .thenCompose(ids -> {
                    List<InstanceId> unknown = members.listed(ids, ours, nanos.getAsLong());
                    return inTurn(unknown, part -> details(members, part));
                })
                .thenCompose(done -> inTurn(members.nodes(), part -> weights(members, part)))
                .thenCompose(done -> {
                    List<InstanceId> dead = members.judged(nanos.getAsLong());
                    return inTurn(dead, part -> sweep(members, part));
                });
    }

    private CompletionStage<Void> details(Members members, List<InstanceId> part) {
        return calls.send("instances", redis -> {
            List<CompletionStage<Void>> sent = new ArrayList<>();
            for (InstanceId id : part) {
                sent.add(redis.hmget(
                                keys.member(members.service(), id),
                                SeedWriter.ENDPOINT,
                                SeedWriter.NODE,
                                SeedWriter.OURS)
                        .thenAccept(fields -> members.detailed(
                                id,
                                fields.stream()
                                        .map(field -> field.getValueOrElse(""))
                                        .toList(),
                                nanos.getAsLong())));
            }
            return SeedWriter.all(sent);
        });
    }

    private CompletionStage<Void> weights(Members members, List<NodeId> part) {
        String[] names = part.stream().map(keys::weight).toArray(String[]::new);
        return calls.send("weights", redis -> redis.mget(names)).thenAccept(values -> {
            for (int i = 0; i < part.size(); i++) {
                members.weighed(part.get(i), values.get(i).getValueOrElse(""));
            }
        });
    }

    /**
     * Takes dead members out of the list. One whose weight has come back at this very moment is put back: its own program may
     * never do that again.
     */
    private CompletionStage<Void> sweep(Members members, List<InstanceId> part) {
        String list = keys.members(members.service());
        String[] ids = part.stream().map(InstanceId::value).toArray(String[]::new);
        return calls.send("sweep", redis -> redis.srem(list, ids))
                .thenCompose(removed -> calls.send("sweep", redis -> {
                    List<CompletionStage<?>> sent = new ArrayList<>();
                    for (InstanceId id : part) {
                        NodeId node = members.nodeOf(id);
                        String member = keys.member(members.service(), id);
                        sent.add(
                                node == null
                                        ? redis.unlink(member)
                                        : redis.exists(keys.weight(node))
                                                .thenCompose(alive -> alive > 0
                                                        ? redis.sadd(list, id.value())
                                                        : redis.unlink(member)));
                    }
                    return SeedWriter.all(sent);
                }));
    }

    private interface Step<T> {
        CompletionStage<Void> of(List<T> part);
    }

    /** One part after the other, so that a long list does not fill the way to Redis. */
    private static <T> CompletionStage<Void> inTurn(Collection<T> all, Step<T> step) {
        List<T> items = List.copyOf(all);
        CompletionStage<Void> done = CompletableFuture.completedFuture(null);
        for (int from = 0; from < items.size(); from += AT_A_TIME) {
            List<T> part = items.subList(from, Math.min(items.size(), from + AT_A_TIME));
            done = done.thenCompose(before -> step.of(part));
        }
        return done;
    }
}
