package io.fairlead.redis;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.ReportStore.ReportAnswer;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Words that the tests of this package share. */
final class Stores {

    static final ServiceId BATTLE = new ServiceId("battle");
    static final Instant IGNORED = Instant.EPOCH;

    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private Stores() {}

    /** Settings with a prefix of their own, so that tests share a server. */
    static RedisSettings settings(RedisServer server) {
        return settings(server.url());
    }

    /** The same for any address. */
    static RedisSettings settings(String url) {
        return RedisSettings.at(RedisAddress.parse(url)).withPrefix("t" + PREFIXES.incrementAndGet());
    }

    /** As in operation, but an outage is forgotten sooner, so that a test need not wait. */
    static Lifetimes settlingSoon() {
        Lifetimes standard = Lifetimes.standard();
        return new Lifetimes(
                standard.claim(), standard.forget(), standard.sample(), standard.sweep(), Duration.ofMillis(600));
    }

    /** As in operation, but dead members are taken out of the list sooner. */
    static Lifetimes sweepingSoon() {
        Lifetimes standard = Lifetimes.standard();
        return new Lifetimes(
                standard.claim(), standard.forget(), standard.sample(), Duration.ofMillis(300), standard.settle());
    }

    /** The answer; a store that has none after a while fails the test. */
    static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    static ReportAnswer put(RedisStore store, String id, LoadReport report) {
        return answer(store.reports().put(BATTLE, instance(id), report, IGNORED));
    }

    static ServiceView view(RedisStore store) {
        return answer(store.reports().view(BATTLE, IGNORED));
    }

    static Instance instance(String id) {
        return new Instance(new InstanceId(id), new NodeId("node-" + id), "ws://" + id + ":9000");
    }

    static LoadReport report(long sequence, double cpu, double memory) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, memory);
        return LoadReport.fresh(new Incarnation("1"), sequence, new Metrics(metrics));
    }

    static Owner owner(String id) {
        return new Owner(new InstanceId(id), new Incarnation("1"));
    }

    static Room room(String id) {
        return new Room(BATTLE, new RoomId(id));
    }

    /** Time as it passes. */
    static StoreClock realTime() {
        return new StoreClock() {
            @Override
            public Instant now() {
                return Instant.ofEpochMilli(System.currentTimeMillis());
            }

            @Override
            public void pass(Duration span) {
                long end = System.nanoTime() + span.plusMillis(2).toNanos();
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(2))
                        .atMost(span.plusSeconds(30))
                        .until(() -> System.nanoTime() - end > 0);
            }
        };
    }
}
