package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Margin;
import io.fairlead.placement.SafetyMargin;
import io.lettuce.core.SetArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Writes what we know under the names of the method's text, for schedulers in any language. Each name has a slot of its own,
 * so these are commands of their own, given to the connection together.
 *
 * <p>An instance that takes no rooms stands in no list. A load that is not known has no weight: the one before ages away.
 * Where an instance is lasts as long as a sample, since a weight belongs to a whole node and would keep a dead instance there.
 */
final class SeedWriter {

    /** Field that tells our instances from those of other programs. */
    static final String OURS = "incarnation";

    static final String ENDPOINT = "endpoint";
    static final String NODE = "node_id";

    private final Calls calls;
    private final Keys keys;
    private final Duration sampleTtl;
    private final SafetyMargin ceilings;

    SeedWriter(Access access, SafetyMargin ceilings) {
        calls = access.calls();
        keys = access.keys();
        sampleTtl = access.lifetimes().sample();
        this.ceilings = ceilings;
    }

    /** After a report was stored. */
    CompletionStage<Void> write(ServiceId service, Instance instance, LoadReport report) {
        return calls.send("report under the method's names", redis -> {
            List<CompletionStage<?>> sent = new ArrayList<>();
            String id = instance.id().value();
            if (report.state() == InstanceState.UP) {
                sent.add(redis.sadd(keys.members(service), id));
            } else {
                sent.add(redis.srem(keys.members(service), id));
            }
            String key = keys.member(service, instance.id());
            sent.add(redis.hset(
                    key,
                    Map.of(
                            ENDPOINT, instance.endpoint(),
                            NODE, instance.node().value(),
                            OURS, report.incarnation().value())));
            sent.add(redis.pexpire(key, sampleTtl.toMillis()));
            weigh(redis, instance, report, sent);
            return all(sent);
        });
    }

    private void weigh(
            RedisClusterAsyncCommands<String, String> redis,
            Instance instance,
            LoadReport report,
            List<CompletionStage<?>> sent) {
        SafetyMargin own = report.ceilings();
        Margin margin = (own == null ? ceilings : own).of(report.metrics());
        long left = sampleTtl.minus(report.sampleAge()).toMillis();
        if (margin != null && left > 0) {
            String weight = Integer.toString(margin.weight());
            sent.add(redis.set(keys.weight(instance.node()), weight, SetArgs.Builder.px(left)));
        }
    }

    /** After an instance left. The weight of its node stays: others may run there. */
    CompletionStage<Void> remove(ServiceId service, InstanceId instance) {
        return calls.send(
                "leave under the method's names",
                redis -> all(List.of(
                        redis.srem(keys.members(service), instance.value()),
                        redis.unlink(keys.member(service, instance)))));
    }

    static CompletableFuture<Void> all(List<? extends CompletionStage<?>> sent) {
        CompletableFuture<?>[] futures =
                sent.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(futures);
    }
}
