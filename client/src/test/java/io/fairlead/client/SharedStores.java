package io.fairlead.client;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Owner;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.DrainStore;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Stores that several clients share on one hand-moved time line, each call of which can fail or hang. */
final class SharedStores {

    static final ServiceId BATTLE = new ServiceId("battle");

    /** What the client knows of the store itself: no call of it. */
    private static final Set<String> KNOWN = Set.of("sinceLoss", "renewedIn");

    final HandTimeline timeline = new HandTimeline();
    final InMemoryReportStore reports = new InMemoryReportStore();
    final InMemoryAffinityStore rooms = new InMemoryAffinityStore();
    final InMemoryDrainStore drains = new InMemoryDrainStore();

    /** What was asked, by the names of the methods. */
    final List<String> asked = new ArrayList<>();

    /** Methods that fail with an unknown outcome. */
    final Set<String> away = new HashSet<>();

    /** Methods that never answer. */
    final Set<String> silent = new HashSet<>();

    private final List<Callable<Object>> waiting = new ArrayList<>();
    private long sequence;

    Instant now() {
        return Instant.parse("2030-01-01T00:00:00Z").plus(timeline.passed());
    }

    StoreClient.Stores stores() {
        return new StoreClient.Stores(
                gate(ReportStore.class, reports),
                gate(AffinityStore.class, rooms),
                gate(DrainStore.class, drains),
                this::now);
    }

    private <T> T gate(Class<T> port, T store) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    if (KNOWN.contains(method.getName())) {
                        return method.invoke(store, arguments);
                    }
                    asked.add(method.getName());
                    if (silent.contains(method.getName())) {
                        waiting.add(() -> method.invoke(store, arguments));
                        return new CompletableFuture<>();
                    }
                    return away.contains(method.getName())
                            ? CompletableFuture.failedFuture(new OutcomeUnknownException("away"))
                            : method.invoke(store, arguments);
                }));
    }

    void goAway() {
        away.addAll(List.of("put", "leave", "view", "claim", "renew", "release", "find", "drains"));
    }

    /** Does what was asked while nothing answered; nobody hears of it. */
    void carryOut() {
        List<Callable<Object>> all = List.copyOf(waiting);
        waiting.clear();
        for (Callable<Object> call : all) {
            try {
                call.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    void comeBack() {
        away.clear();
        silent.clear();
    }

    static Owner owner(String instance, String incarnation) {
        return new Owner(new InstanceId(instance), new Incarnation(incarnation));
    }

    void report(String instance, String incarnation, double cpu) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, 40.0);
        LoadReport report = LoadReport.fresh(new Incarnation(incarnation), ++sequence, new Metrics(metrics))
                .with(InstanceState.UP)
                .with(Occupancy.of(4, 10))
                .withUptime(timeline.passed().plus(Duration.ofMinutes(10 - incarnation.length())));
        reports.put(
                BATTLE,
                new Instance(new InstanceId(instance), new NodeId(instance), "ws://" + instance + ":1"),
                report,
                now());
    }

    /** Lets time go by in which instances report each second. */
    void live(Duration time, String... instances) {
        for (long second = 0; second < time.toSeconds(); second++) {
            for (String instance : instances) {
                report(instance, "a", 40);
            }
            timeline.advance(Duration.ofSeconds(1));
        }
    }

    long count(String method) {
        return asked.stream().filter(method::equals).count();
    }
}
