package io.fairlead.store;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reports in the memory of one process; callable from any thread. */
public final class InMemoryReportStore implements ReportStore {

    private final SortedMap<ServiceId, SortedMap<InstanceId, Entry>> services = new TreeMap<>();
    private final Forgetting<Key> forgetting;

    /** An empty store that forgets silent instances after {@link #FORGET_AFTER}. */
    public InMemoryReportStore() {
        this(FORGET_AFTER);
    }

    /** An empty store that forgets instances that have been silent for a time above 0. */
    public InMemoryReportStore(Duration forgetAfter) {
        forgetting = new Forgetting<>(forgetAfter);
    }

    private record Key(ServiceId service, InstanceId instance) {}

    /**
     * The newest report of one instance.
     *
     * @param arrived when it came in
     * @param left whether its process has left since, so that it is remembered only to refuse that process
     */
    private record Entry(Instance instance, LoadReport report, Instant arrived, boolean left) {

        Incarnation incarnation() {
            return report.incarnation();
        }

        Instant started() {
            return arrived.minus(report.uptime());
        }

        Candidate seenAt(Instant time) {
            return new Candidate(instance, report, report.sampleAge().plus(Duration.between(arrived, time)));
        }
    }

    @Override
    public synchronized CompletionStage<ReportAnswer> put(
            ServiceId service, Instance instance, LoadReport report, Instant now) {
        Entry next = new Entry(instance, report, moveTo(now), false);
        Entry before = instances(service).get(instance.id());
        ReportAnswer answer = before == null ? ReportAnswer.STORED : judge(before, next);
        if (answer == ReportAnswer.STORED) {
            keep(service, next);
        }
        return CompletableFuture.completedFuture(answer);
    }

    private static ReportAnswer judge(Entry before, Entry next) {
        if (before.incarnation().equals(next.incarnation())) {
            if (before.left) {
                return ReportAnswer.HAS_LEFT;
            }
            boolean newer = next.report.sequence() > before.report.sequence();
            return newer ? ReportAnswer.STORED : ReportAnswer.NOT_NEWER;
        }
        boolean older = next.started().isBefore(before.started());
        return older && !before.left ? ReportAnswer.OLDER_PROCESS : ReportAnswer.STORED;
    }

    @Override
    public synchronized CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant now) {
        moveTo(now);
        Entry before = instances(service).get(process.instance());
        if (before == null || before.left || !before.incarnation().equals(process.incarnation())) {
            return CompletableFuture.completedFuture(LeaveAnswer.NOT_REGISTERED);
        }
        keep(service, new Entry(before.instance, before.report, before.arrived, true));
        return CompletableFuture.completedFuture(LeaveAnswer.DONE);
    }

    @Override
    public synchronized CompletionStage<ServiceView> view(ServiceId service, Instant now) {
        Instant time = moveTo(now);
        List<Candidate> candidates = new ArrayList<>();
        for (Entry entry : instances(service).values()) {
            if (!entry.left) {
                candidates.add(entry.seenAt(time));
            }
        }
        return CompletableFuture.completedFuture(new ServiceView(service, candidates, true));
    }

    @Override
    public synchronized CompletionStage<List<ServiceId>> services(Instant now) {
        moveTo(now);
        List<ServiceId> found = new ArrayList<>();
        services.forEach((service, instances) -> {
            if (instances.values().stream().anyMatch(entry -> !entry.left)) {
                found.add(service);
            }
        });
        return CompletableFuture.completedFuture(found);
    }

    /** How many instances take up memory, those that have left and are not forgotten yet included. */
    public synchronized int size() {
        int size = 0;
        for (SortedMap<InstanceId, Entry> instances : services.values()) {
            size += instances.size();
        }
        return size;
    }

    private SortedMap<InstanceId, Entry> instances(ServiceId service) {
        return services.getOrDefault(service, new TreeMap<>());
    }

    private void keep(ServiceId service, Entry entry) {
        services.computeIfAbsent(service, id -> new TreeMap<>()).put(entry.instance.id(), entry);
        forgetting.touch(new Key(service, entry.instance.id()));
    }

    private Instant moveTo(Instant now) {
        return forgetting.at(
                now,
                key -> services.computeIfPresent(key.service, (id, instances) -> {
                    instances.remove(key.instance);
                    return instances.isEmpty() ? null : instances;
                }));
    }
}
