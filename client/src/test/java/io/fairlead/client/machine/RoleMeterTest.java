package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.GIB;
import static io.fairlead.client.machine.FakeMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a service costs a machine of 4 cores and 16 GiB that is at 50 % of its CPU and 50 % of its memory. */
class RoleMeterTest {
    private static final String GROUP = "/system.slice/gateway.service";

    /** One of four cores is 25 points of CPU and 4 of 16 GiB are 25 of memory, of weights 0.4 and 0.3 of 0.7. */
    private static final double ONE_CORE_AND_FOUR_GIB = 25;

    @TempDir
    Path root;

    private FakeMachine machine;

    @BeforeEach
    void fourCores() {
        machine = new FakeMachine(root).cores(4, 100, 100).memory(16 * GIB, 8 * GIB);
    }

    @Test
    void aGroupOfVersionTwoIsMeasuredInTheScaleOfTheMachine() {
        machine.hostV2("/system.slice/fairlead.service");
        groupV2(100, 6 * GIB, 2 * GIB);
        RoleMeter meter = ofGroup();
        assertUnknown(meter.read(half(), 0), "first reading");
        groupV2(105, 6 * GIB, 2 * GIB);
        assertKnown(meter.read(half(), 5 * SECOND), ONE_CORE_AND_FOUR_GIB);
    }

    @Test
    void aGroupOfVersionOneIsMeasuredAlike() {
        machine.file("/proc/self/mountinfo", """
                31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                32 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
                """)
                .file("/sys/fs/cgroup/memory/release_agent", "")
                .file("/sys/fs/cgroup/cpu,cpuacct/release_agent", "");
        groupV1(100, 6 * GIB, 2 * GIB);
        RoleMeter meter = ofGroup();
        meter.read(half(), 0);
        groupV1(105, 6 * GIB, 2 * GIB);
        assertKnown(meter.read(half(), 5 * SECOND), ONE_CORE_AND_FOUR_GIB);
    }

    @Test
    void aProcessCountsWithEverythingThatDescendsFromIt() {
        machine.file("/run/gateway.pid", "100\n");
        process(100, 1, 1_000, GIB);
        process(101, 100, 200, GIB);
        process(102, 101, 50, 2 * GIB);
        process(7, 1, 9_999, 5 * GIB);
        RoleMeter meter = ofProcess();
        assertUnknown(meter.read(half(), 0), "first reading");
        process(100, 1, 1_100, GIB);
        process(101, 100, 500, GIB);
        process(102, 101, 150, 2 * GIB);
        process(7, 1, 99_999, 5 * GIB);
        assertKnown(meter.read(half(), 5 * SECOND), ONE_CORE_AND_FOUR_GIB);
    }

    @Test
    void memoryThatProcessesHoldTogetherCountsOnce() {
        machine.file("/run/gateway.pid", "100");
        for (int pid = 100; pid < 104; pid++) {
            process(pid, pid == 100 ? 1 : 100, 0, 0);
            machine.file("/proc/" + pid + "/status", "RssAnon: 0 kB\nRssShmem: " + 4 * GIB / 1024 + " kB\n");
        }
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        assertKnown(meter.read(half(), 5 * SECOND), 25 * 0.3 / 0.7);
    }

    @Test
    void whatIsMeasuredIsSaid() {
        process(100, 1, 0, GIB);
        process(101, 100, 0, GIB);
        process(102, 101, 0, GIB);
        process(103, 1, 0, GIB);
        machine.file("/run/gateway.pid", "100\n");
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        assertThat(meter.origin().of()).isEqualTo("process 100 and what descends from it: 101, 102");
        assertThat(meter.origin().files()).containsExactly("/run/gateway.pid");
        machine.hostV2("/x");
        groupV2(100, 6 * GIB, 2 * GIB);
        RoleMeter other = ofGroup();
        other.read(half(), 0);
        assertThat(other.origin().of()).isEqualTo("control group " + GROUP);
        assertThat(other.origin().files()).contains("/sys/fs/cgroup" + GROUP + "/cpu.stat");
    }

    @Test
    void whereTheProcessesOfOthersAreHiddenTheCostIsUnknownAndNotTooSmall() {
        process(100, 1, 0, GIB);
        machine.file("/run/gateway.pid", "100\n")
                .file("/proc/self/mountinfo", "22 27 0:21 / /proc rw,relatime - proc proc rw,hidepid=invisible\n");
        assertUnknown(ofProcess().read(half(), 0), "/proc hides the processes of other users (hidepid)");
        process(1, 0, 0, GIB);
        assertUnknown(ofProcess().read(half(), 0), "first reading");
        machine.remove("/proc/1")
                .file("/proc/self/mountinfo", "22 27 0:21 / /proc rw,relatime - proc proc rw,hidepid=0\n");
        assertUnknown(ofProcess().read(half(), 0), "first reading");
    }

    @Test
    void aServiceThatWasReadMuchLaterThanPlannedIsUnknownOnceAndHeals() {
        machine.hostV2("/x");
        groupV2(100, 6 * GIB, 2 * GIB);
        RoleMeter meter = ofGroup();
        meter.planned(Duration.ofSeconds(5));
        meter.read(half(), 0);
        groupV2(140, 6 * GIB, 2 * GIB);
        assertUnknown(meter.read(half(), 40 * SECOND), "read again after 40 s instead of 5 s");
        groupV2(145, 6 * GIB, 2 * GIB);
        assertKnown(meter.read(half(), 45 * SECOND), ONE_CORE_AND_FOUR_GIB);
    }

    @Test
    void anotherProcessUnderTheSameFileBeginsAnew() {
        machine.file("/run/gateway.pid", "100");
        process(100, 1, 10, GIB);
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        machine.file("/run/gateway.pid", "200");
        process(200, 1, 5_000, GIB);
        assertUnknown(meter.read(half(), 5 * SECOND), "first reading");
        process(200, 1, 5_500, 0);
        assertKnown(meter.read(half(), 10 * SECOND), 25 * 0.4 / 0.7);
    }

    @Test
    void timeThatAnUnmissedChildTookAwayIsUnknownAndNotBelowZero() {
        machine.file("/run/gateway.pid", "100");
        process(100, 1, 10, GIB);
        process(101, 100, 500, GIB);
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        machine.remove("/proc/101");
        assertUnknown(meter.read(half(), 5 * SECOND), "CPU time of the service fell");
    }

    @Test
    void anIdleServiceCostsItsMemoryAndThatIsAValue() {
        machine.hostV2("/a");
        groupV2(100, 0, 0);
        RoleMeter meter = ofGroup();
        meter.read(half(), 0);
        assertKnown(meter.read(half(), 5 * SECOND), 0);
    }

    @Test
    void aQuotaThatBindsTheMachineIsItsScale() {
        machine.containerV2()
                .file("/sys/fs/cgroup/cpu.max", "200000 100000\n")
                .file("/sys/fs/cgroup/memory.max", Long.toString(8 * GIB));
        machine.file("/run/gateway.pid", "100");
        process(100, 1, 0, 2 * GIB);
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        process(100, 1, 250, 2 * GIB);
        assertKnown(meter.read(half(), 5 * SECOND), ONE_CORE_AND_FOUR_GIB);
    }

    @Test
    void whatCannotBeReadIsUnknownWithItsReason() {
        assertUnknown(ofGroup().read(half(), 0), "no control groups are mounted");
        machine.hostV2("/a");
        assertUnknown(ofGroup().read(half(), 0), "control group /sys/fs/cgroup" + GROUP + " is missing");
        groupV2(1, GIB, 2 * GIB);
        assertUnknown(ofGroup().read(half(), 0), "more is inactive than in use");
        assertUnknown(ofProcess().read(half(), 0), "/run/gateway.pid is missing");
        machine.file("/run/gateway.pid", "soon");
        assertUnknown(ofProcess().read(half(), 0), "/run/gateway.pid says \"soon\", which is not a count");
        machine.file("/run/gateway.pid", "100");
        assertUnknown(ofProcess().read(half(), 0), "names process 100, which does not run");
    }

    @Test
    void aMachineThatIsNotKnownLeavesTheCostUnknown() {
        machine.file("/run/gateway.pid", "100");
        process(100, 1, 0, GIB);
        RoleMeter meter = ofProcess();
        meter.read(half(), 0);
        MachineReading nothing = new MachineReading(new TreeMap<>(), new TreeMap<>());
        assertUnknown(meter.read(nothing, 5 * SECOND), "cpu or memory of the machine is not known");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aBusyChildOfThisProcessIsMeasuredForReal() throws Exception {
        Process busy = new ProcessBuilder("sh", "-c", "(while :; do :; done) & wait").start();
        try {
            Path file = Files.writeString(root.resolve("busy.pid"), busy.pid() + "\n");
            MachineReader reader = MachineReader.ofThisMachine();
            RoleMeter meter = RoleMeter.ofPidFile(file.toString());
            await().pollInterval(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> {
                        long nanos = System.nanoTime();
                        return meter.read(reader.read(nanos), nanos) instanceof Reading.Known known
                                && known.value() > 0.1;
                    });
        } finally {
            busy.descendants().forEach(ProcessHandle::destroyForcibly);
            busy.destroyForcibly();
        }
    }

    private RoleMeter ofGroup() {
        return RoleMeter.ofCgroup(GROUP, root);
    }

    private RoleMeter ofProcess() {
        return RoleMeter.ofPidFile("/run/gateway.pid", root);
    }

    private static MachineReading half() {
        var half = new TreeMap<String, Reading>();
        half.put("cpu", Reading.of(50));
        half.put("memory", Reading.of(50));
        return new MachineReading(half, new TreeMap<>());
    }

    private void groupV2(long seconds, long bytes, long inactive) {
        String folder = "/sys/fs/cgroup" + GROUP;
        machine.file(folder + "/cpu.stat", "usage_usec " + seconds * 1_000_000 + "\nuser_usec 1\n")
                .file(folder + "/memory.current", bytes + "\n")
                .file(folder + "/memory.stat", "anon 1\ninactive_file " + inactive + "\n");
    }

    private void groupV1(long seconds, long bytes, long inactive) {
        machine.file("/sys/fs/cgroup/cpu,cpuacct" + GROUP + "/cpuacct.usage", seconds * SECOND + "\n")
                .file("/sys/fs/cgroup/memory" + GROUP + "/memory.usage_in_bytes", bytes + "\n")
                .file("/sys/fs/cgroup/memory" + GROUP + "/memory.stat", "total_inactive_file " + inactive + "\n");
    }

    /** A process whose name is as nasty as a name may be, and whose ticks are spread over the four counts. */
    private void process(long pid, long parent, long ticks, long bytes) {
        String stat = String.format(
                Locale.ROOT,
                "%d (a) b (c) S %d 1 1 0 -1 4194560 1 1 0 0 %d %d %d %d 20 0 1 0 %d 5046272 474\n",
                pid,
                parent,
                ticks / 2,
                ticks - ticks / 2 - ticks / 4 - ticks / 8,
                ticks / 4,
                ticks / 8,
                1000 + pid);
        machine.file("/proc/" + pid + "/stat", stat)
                .file(
                        "/proc/" + pid + "/status",
                        "Name:\ta\nVmRSS:\t9 kB\nRssAnon:\t" + bytes / 1024 + " kB\nRssShmem:\t0 kB\n");
    }

    private static void assertKnown(Reading reading, double points) {
        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Known.class, known -> assertThat(known.value()).isCloseTo(points, Offset.offset(0.05)));
    }

    private static void assertUnknown(Reading reading, String reason) {
        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains(reason));
    }
}
