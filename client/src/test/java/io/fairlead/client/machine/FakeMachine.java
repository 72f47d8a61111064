package io.fairlead.client.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A machine made of small files below a folder, with the counters that a test gives it. */
public final class FakeMachine {
    static final long SECOND = 1_000_000_000L;
    static final long GIB = 1L << 30;

    private static final String NO_CGROUPS = "24 1 0:5 / /proc rw - proc proc rw\n";

    private final Path root;

    public FakeMachine(Path root) {
        this.root = root;
        cores(2, 0, 0);
        memory(16 * GIB, 12 * GIB);
        file("/proc/self/cgroup", "0::/\n");
        file("/proc/self/mountinfo", NO_CGROUPS);
        folder("/sys/block");
        folder("/sys/class/net");
    }

    public MachineReader reader() {
        return MachineReader.of("Linux", root, false);
    }

    /** Of what a process may use that runs there. */
    public MachineReader readerOfProcess() {
        return MachineReader.ofProcess("Linux", root);
    }

    /** The same where the system is another one. */
    public MachineReader readerOfProcessOn(String system) {
        return MachineReader.ofProcess(system, root);
    }

    public MachineReader readerWith32BitCounters() {
        return MachineReader.of("Linux", root, true);
    }

    public FakeMachine file(String path, String text) {
        Path file = root.resolve(path.substring(1));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public FakeMachine folder(String path) {
        try {
            Files.createDirectories(root.resolve(path.substring(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public FakeMachine remove(String path) {
        Path gone = root.resolve(path.substring(1));
        try (var all = Files.exists(gone) ? Files.walk(gone) : java.util.stream.Stream.<Path>empty()) {
            for (Path p : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(p);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** {@code busy} and {@code idle} ticks on each of {@code cores} cores. */
    public FakeMachine cores(int cores, long busy, long idle) {
        StringBuilder stat = new StringBuilder("cpu  " + busy * cores + " 0 0 " + idle * cores + " 0 0 0 0 0 0\n");
        for (int i = 0; i < cores; i++) {
            stat.append("cpu")
                    .append(i)
                    .append(" ")
                    .append(busy)
                    .append(" 0 0 ")
                    .append(idle)
                    .append(" 0 0 0 0 0 0\n");
        }
        return file("/proc/stat", stat + "intr 1 2 3\nctxt 4\n");
    }

    public FakeMachine memory(long total, long available) {
        return file(
                "/proc/meminfo",
                String.format(
                        Locale.ROOT,
                        "MemTotal:       %d kB%nMemFree:        1024 kB%nMemAvailable:   %d kB%n",
                        total / 1024,
                        available / 1024));
    }

    /** A container of cgroup version 2, which sees its own group as the top. */
    public FakeMachine containerV2() {
        return file("/proc/self/cgroup", "0::/\n")
                .file("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n")
                .file("/sys/fs/cgroup/cgroup.events", "populated 1\n");
    }

    /** A host of cgroup version 2 on which this process runs in the given group. */
    public FakeMachine hostV2(String group) {
        return file("/proc/self/cgroup", "0::" + group + "\n")
                .file("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n")
                .folder("/sys/fs/cgroup" + group);
    }

    /** A container of cgroup version 1, which sees its own groups mounted as the tops. */
    public FakeMachine containerV1() {
        return file("/proc/self/cgroup", "4:memory:/docker/c1\n3:cpuset:/docker/c1\n2:cpu,cpuacct:/docker/c1\n")
                .file("/proc/self/mountinfo", """
                        31 30 0:27 /docker/c1 /sys/fs/cgroup/memory ro master:9 - cgroup cgroup rw,memory
                        32 30 0:28 /docker/c1 /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct
                        """)
                .folder("/sys/fs/cgroup/memory")
                .folder("/sys/fs/cgroup/cpu,cpuacct");
    }

    /** A disk with hardware behind it. */
    public FakeMachine disk(String name, long requests, long busyMillis, long queuedMillis) {
        return folder("/sys/block/" + name + "/device").virtualDisk(name, requests, busyMillis, queuedMillis);
    }

    /** A disk without hardware behind it, such as dm-0 or loop0. */
    public FakeMachine virtualDisk(String name, long requests, long busyMillis, long queuedMillis) {
        return file(
                "/sys/block/" + name + "/stat",
                "  " + requests + " 0 0 0 0 0 0 0 0 " + busyMillis + " " + queuedMillis + " 0 0 0 0 0 0\n");
    }

    /** An interface with hardware behind it; a speed in Mbit/s. */
    public FakeMachine link(String name, long speed, long received, long sent) {
        return folder("/sys/class/net/" + name + "/device").virtualLink(name, speed, received, sent);
    }

    public FakeMachine virtualLink(String name, long speed, long received, long sent) {
        String folder = "/sys/class/net/" + name;
        return file(folder + "/speed", speed + "\n")
                .file(folder + "/ifindex", "2\n")
                .file(folder + "/statistics/rx_bytes", received + "\n")
                .file(folder + "/statistics/tx_bytes", sent + "\n");
    }
}
