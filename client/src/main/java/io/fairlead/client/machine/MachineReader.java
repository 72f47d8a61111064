package io.fairlead.client.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the load of this machine: {@code cpu}, {@code memory}, {@code disk} and {@code network}, and for each of cpu,
 * memory and io the time that tasks wait for it ({@code cpu-pressure} and so on), each 0..100 points or unknown with its
 * reason.
 *
 * <p>Rates are means since this reader's own last reading, so the first reading knows no rate, and any number of
 * readers in one process measure independently. Linux is read from {@code /proc} and {@code /sys}; on any other system
 * every metric is unknown. Not safe for use by several threads at once.
 */
public final class MachineReader {
    /** Processors whose kernel keeps some interface counters in 32 bits. */
    private static final List<String> COUNTERS_OF_32_BITS = List.of("arm", "i386", "x86", "ppc", "mips", "riscv32");

    private final SystemFiles files;
    private final ReadingPlan plan;
    private final Size size;
    private final List<Metric> metrics;

    private MachineReader(SystemFiles files, ReadingPlan plan, Size size, List<Metric> metrics) {
        this.files = files;
        this.plan = plan;
        this.size = size;
        this.metrics = metrics;
    }

    /** What knows how much there is. */
    private record Size(CpuMetric cpu, MemoryMetric memory) {
        OptionalDouble cores() {
            try {
                return OptionalDouble.of(cpu.cores());
            } catch (Unmeasured e) {
                return OptionalDouble.empty();
            }
        }

        OptionalLong bytes() {
            try {
                return OptionalLong.of(memory.bytes());
            } catch (Unmeasured e) {
                return OptionalLong.empty();
            }
        }
    }

    /** A reader of the machine that this process runs on. */
    public static MachineReader ofThisMachine() {
        return of(system(), Path.of("/"), COUNTERS_OF_32_BITS.contains(System.getProperty("os.arch", "")));
    }

    /**
     * A reader of {@code cpu} and {@code memory} alone, of what this process may use: the limits on its own systemd unit count,
     * which a reader of the machine leaves out.
     */
    public static MachineReader ofThisProcess() {
        return ofProcess(system(), Path.of("/"));
    }

    private static String system() {
        return System.getProperty("os.name", "an unnamed system");
    }

    /** A reader of a Linux machine whose {@code /proc} and {@code /sys} stand below {@code root}. */
    static MachineReader of(String system, Path root, boolean counters32Bit) {
        SystemFiles files = new SystemFiles(root);
        Cgroups cgroups = Cgroups.ofMachine(files);
        ReadingPlan plan = new ReadingPlan();
        Size size = new Size(new CpuMetric(files, cgroups, plan), new MemoryMetric(files, cgroups));
        List<Metric> metrics = new ArrayList<>(List.of(
                size.cpu(), new DiskMetric(files, plan), size.memory(), new NetworkMetric(files, plan, counters32Bit)));
        for (PressureMetric.Resource resource : PressureMetric.Resource.values()) {
            metrics.add(new PressureMetric(files, cgroups, plan, resource));
        }
        return new MachineReader(files, plan, size, readOn(system, metrics));
    }

    static MachineReader ofProcess(String system, Path root) {
        SystemFiles files = new SystemFiles(root);
        Cgroups cgroups = Cgroups.ofProcess(files);
        ReadingPlan plan = new ReadingPlan();
        Size size = new Size(new CpuMetric(files, cgroups, plan), new MemoryMetric(files, cgroups));
        return new MachineReader(files, plan, size, readOn(system, List.of(size.cpu(), size.memory())));
    }

    private static List<Metric> readOn(String system, List<Metric> metrics) {
        return system.equals("Linux")
                ? metrics
                : metrics.stream()
                        .<Metric>map(metric -> new NotRead(metric.name(), system))
                        .toList();
    }

    /** Says how often this machine is meant to be read, so that a rate over a much longer time is unknown. */
    public void planned(Duration interval) {
        plan.interval(interval);
    }

    /**
     * Reads every metric; one that cannot be read never keeps the others from being read.
     *
     * @param nanos the time now on a monotonic clock, such as {@link System#nanoTime}
     */
    public MachineReading read(long nanos) {
        SortedMap<String, Reading> readings = new TreeMap<>();
        SortedMap<String, Origin> origins = new TreeMap<>();
        for (Metric metric : metrics) {
            Notes notes = new Notes();
            readings.put(metric.name(), read(metric, nanos, notes));
            origins.put(metric.name(), notes.origin(files.takeRead()));
        }
        return new MachineReading(readings, origins);
    }

    /** How much there is, now: a limit may change while a process runs. */
    public MachineSize size() {
        MachineSize now = new MachineSize(size.cores(), size.bytes());
        files.takeRead();
        return now;
    }

    private static Reading read(Metric metric, long nanos, Notes notes) {
        try {
            return Reading.of(metric.read(nanos, notes));
        } catch (Unmeasured e) {
            return new Reading.Unknown(e.reason());
        }
    }

    /** A metric on a system that nothing here can read. */
    private record NotRead(String name, String system) implements Metric {
        @Override
        public double read(long nanos, Notes notes) throws Unmeasured {
            throw new Unmeasured("not measured on " + system + ", only on Linux");
        }
    }
}
