package io.fairlead.client.machine;

import io.fairlead.NodeId;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the service of the role costs this machine: the load of the machine as it is, less the load that it would
 * have without the CPU time and the memory of the service.
 *
 * <p>Both are taken in the scale of the machine's own metrics, so a service that uses one of four cores takes 25 points of
 * {@code cpu} off. The weights are the usual ones, the bottleneck term included; what is not seen here, such as disks,
 * network or other weights, the manager learns as a factor. Not safe for use by several threads at once.
 */
public final class RoleMeter {
    private static final LoadFormula FORMULA = LoadFormula.withBottleneck();
    /** To find a family of processes all of them are read; which ones count is said in words. */
    private static final String PROCESS = "/proc/\\d+/.*";

    private static final NodeId ANY = new NodeId("any");

    /** What the machine is that a service runs on: how large, and how often it is read. */
    private record Machine(SystemFiles files, CpuMetric cpu, MemoryMetric memory, ReadingPlan plan) {}

    private final ServiceUsage.Source service;
    private final Machine own;
    private @Nullable ServiceUsage before;
    private long beforeNanos;
    private Origin origin = Origin.NONE;

    private RoleMeter(ServiceUsage.Source service, Machine own) {
        this.service = service;
        this.own = own;
    }

    /** A meter for everything in a control group of this machine, by its path below where its hierarchy is mounted. */
    public static RoleMeter ofCgroup(String path) {
        return ofCgroup(path, Path.of("/"));
    }

    /** A meter for the process of this machine whose number is in a file, and everything that descends from it. */
    public static RoleMeter ofPidFile(String path) {
        return ofPidFile(path, Path.of("/"));
    }

    static RoleMeter ofCgroup(String path, Path root) {
        SystemFiles files = new SystemFiles(root);
        Cgroups cgroups = Cgroups.ofMachine(files);
        return of(new CgroupService(files, cgroups, path), files, cgroups);
    }

    static RoleMeter ofPidFile(String path, Path root) {
        SystemFiles files = new SystemFiles(root);
        return of(new ProcessService(files, path), files, Cgroups.ofMachine(files));
    }

    private static RoleMeter of(ServiceUsage.Source service, SystemFiles files, Cgroups cgroups) {
        ReadingPlan plan = new ReadingPlan();
        return new RoleMeter(
                service,
                new Machine(files, new CpuMetric(files, cgroups, plan), new MemoryMetric(files, cgroups), plan));
    }

    /**
     * The cost in points, or why it is not known.
     *
     * @param machine what was read of the machine at the same moment
     * @param nanos that moment on a monotonic clock
     */
    public Reading read(MachineReading machine, long nanos) {
        Notes notes = new Notes();
        List<String> read = List.of();
        try {
            ServiceUsage now = service.read(notes);
            read = own.files().takeRead().stream()
                    .filter(file -> !file.matches(PROCESS))
                    .toList();
            return Reading.of(points(now, machine.known(), nanos));
        } catch (Unmeasured e) {
            return new Reading.Unknown(e.reason());
        } finally {
            own.files().takeRead();
            origin = notes.origin(read);
        }
    }

    /** Where the newest reading came from: the service's control group, or its processes. */
    public Origin origin() {
        return origin;
    }

    /** Says how often the service is meant to be read, so that a rate over a much longer time is unknown. */
    public void planned(Duration interval) {
        own.plan().interval(interval);
    }

    private double points(ServiceUsage now, SortedMap<String, Double> machine, long nanos) throws Unmeasured {
        double cpuPoints = cpuPoints(now, nanos);
        double memoryPoints = 100.0 * now.bytes() / own.memory().bytes();
        if (!machine.containsKey(Metrics.CPU) || !machine.containsKey(Metrics.MEMORY)) {
            throw new Unmeasured("cpu or memory of the machine is not known");
        }
        SortedMap<String, Double> without = new TreeMap<>(machine);
        without.computeIfPresent(Metrics.CPU, (name, all) -> Math.max(0, all - cpuPoints));
        without.computeIfPresent(Metrics.MEMORY, (name, all) -> Math.max(0, all - memoryPoints));
        return Math.max(0, load(machine) - load(without));
    }

    private double cpuPoints(ServiceUsage now, long nanos) throws Unmeasured {
        ServiceUsage then = before;
        if (then == null || !then.of().equals(now.of())) {
            keep(now, nanos);
            throw new Unmeasured("first reading");
        }
        double seconds = Span.seconds(beforeNanos, nanos);
        keep(now, nanos);
        own.plan().checkRecent(seconds);
        double used = now.cpuSeconds() - then.cpuSeconds();
        if (used < 0) {
            throw new Unmeasured("CPU time of the service fell: a part of it has ended");
        }
        double points = 100 * used / (seconds * own.cpu().cores());
        if (points > Span.MOST_PERCENT) {
            throw new Unmeasured("the service used more CPU time than there is, which cannot be");
        }
        return points;
    }

    private void keep(ServiceUsage usage, long nanos) {
        before = usage;
        beforeNanos = nanos;
    }

    private static double load(SortedMap<String, Double> metrics) {
        SortedMap<NodeId, Metrics> alone = new TreeMap<>();
        alone.put(ANY, new Metrics(metrics));
        return FORMULA.loads(alone).values().iterator().next().points();
    }
}
