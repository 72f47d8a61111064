package io.fairlead.agent.metrics;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the load of this machine: {@code cpu}, {@code memory}, {@code disk} and {@code network}, each 0..100 points or
 * unknown with its reason.
 *
 * <p>Rates are means since this reader's own last reading, so the first reading knows no rate, and any number of
 * readers in one process measure independently. Linux is read from {@code /proc} and {@code /sys}; on any other system
 * every metric is unknown. Not safe for use by several threads at once.
 */
public final class MachineReader {
    /** Processors whose kernel keeps some interface counters in 32 bits. */
    private static final List<String> COUNTERS_OF_32_BITS = List.of("arm", "i386", "x86", "ppc", "mips", "riscv32");

    private final List<Metric> metrics;

    private MachineReader(List<Metric> metrics) {
        this.metrics = metrics;
    }

    /** A reader of the machine that this process runs on. */
    public static MachineReader ofThisMachine() {
        String system = System.getProperty("os.name", "an unnamed system");
        return of(system, Path.of("/"), COUNTERS_OF_32_BITS.contains(System.getProperty("os.arch", "")));
    }

    /** A reader of a Linux machine whose {@code /proc} and {@code /sys} stand below {@code root}. */
    static MachineReader of(String system, Path root, boolean counters32Bit) {
        if (!system.equals("Linux")) {
            return new MachineReader(List.of(
                    new NotRead("cpu", system),
                    new NotRead("disk", system),
                    new NotRead("memory", system),
                    new NotRead("network", system)));
        }
        SystemFiles files = new SystemFiles(root);
        Cgroups cgroups = new Cgroups(files);
        return new MachineReader(List.of(
                new CpuMetric(files, cgroups),
                new DiskMetric(files),
                new MemoryMetric(files, cgroups),
                new NetworkMetric(files, counters32Bit)));
    }

    /**
     * Reads every metric; one that cannot be read never keeps the others from being read.
     *
     * @param nanos the time now on a monotonic clock, such as {@link System#nanoTime}
     */
    public MachineReading read(long nanos) {
        SortedMap<String, Reading> readings = new TreeMap<>();
        for (Metric metric : metrics) {
            readings.put(metric.name(), read(metric, nanos));
        }
        return new MachineReading(readings);
    }

    private static Reading read(Metric metric, long nanos) {
        try {
            return Reading.of(metric.read(nanos));
        } catch (Unmeasured e) {
            return new Reading.Unknown(e.reason());
        }
    }

    /** A metric on a system that nothing here can read. */
    private record NotRead(String name, String system) implements Metric {
        @Override
        public double read(long nanos) throws Unmeasured {
            throw new Unmeasured("not measured on " + system + ", only on Linux");
        }
    }
}
