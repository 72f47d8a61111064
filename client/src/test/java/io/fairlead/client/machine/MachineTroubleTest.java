package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.GIB;
import static io.fairlead.client.machine.FakeMachine.SECOND;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on real machines while they are read, and how control groups are laid out there. */
class MachineTroubleTest {
    private static final long LATE = 40 * SECOND;

    @TempDir
    Path root;

    FakeMachine machine;
    MachineReader reader;

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
        reader = machine.reader();
    }

    @Test
    void aKernelWithoutAnyControlGroupIsReadAsAWholeMachine() {
        machine.remove("/proc/self").cores(2, 0, 0);
        reader.read(0);
        machine.cores(2, 25, 75);
        MachineReading reading = reader.read(SECOND);
        assertKnown(reading, "cpu", 25);
        assertKnown(reading, "memory", 25);
        assertThat(reading.origin("memory").of()).isEqualTo("the whole machine");
    }

    @Test
    void onAHybridMachineEachLimitComesFromTheHierarchyThatHasItsController() {
        machine.cores(4, 0, 0)
                .file("/proc/self/cgroup", "1:cpu,cpuacct:/app\n0::/app\n")
                .file("/proc/self/mountinfo", """
                        32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
                        41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
                        """)
                .file("/sys/fs/cgroup/cpu,cpuacct/release_agent", "")
                .file("/sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "50000\n")
                .file("/sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us", "100000\n")
                .file("/sys/fs/cgroup/cpu,cpuacct/app/cpu.stat", "nr_periods 0\nnr_throttled 0\n")
                .file("/sys/fs/cgroup/cpu,cpuacct/app/cpuacct.usage", "0\n")
                .file("/sys/fs/cgroup/unified/app/cpu.max", "max 100000\n")
                .file("/sys/fs/cgroup/unified/app/memory.max", 2 * GIB + "\n")
                .file("/sys/fs/cgroup/unified/app/memory.current", GIB + "\n")
                .file("/sys/fs/cgroup/unified/app/memory.stat", "inactive_file " + GIB / 2 + "\n");
        reader.read(0);
        machine.file("/sys/fs/cgroup/cpu,cpuacct/app/cpuacct.usage", SECOND / 4 + "\n");
        MachineReading reading = reader.read(SECOND);
        assertKnown(reading, "cpu", 50);
        assertKnown(reading, "memory", 25);
        assertThat(reading.origin("cpu").limits())
                .containsExactly("0.5 cores (/sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us)");
        assertThat(reading.origin("memory").limits())
                .containsExactly("2048 MiB (/sys/fs/cgroup/unified/app/memory.max)");
    }

    @Test
    void ofNestedQuotasTheOneThatIsNearestToItsEndSpeaksAndAllAreNamed() {
        machine.cores(8, 0, 0).hostV2("/pod/app");
        quota("/pod", 400_000, 0);
        quota("/pod/app", 200_000, 0);
        reader.read(0);
        quota("/pod", 400_000, 3_600_000);
        quota("/pod/app", 200_000, 1_000_000);
        MachineReading reading = reader.read(SECOND);
        assertKnown(reading, "cpu", 90);
        assertThat(reading.origin("cpu").of()).isEqualTo("control group /sys/fs/cgroup/pod");
        assertThat(reading.origin("cpu").limits())
                .containsExactly("2 cores (/sys/fs/cgroup/pod/app/cpu.max)", "4 cores (/sys/fs/cgroup/pod/cpu.max)");
        quota("/pod", 400_000, 5_600_000);
        quota("/pod/app", 200_000, 2_600_000);
        MachineReading inner = reader.read(2 * SECOND);
        assertKnown(inner, "cpu", 80);
        assertThat(inner.origin("cpu").of()).isEqualTo("control group /sys/fs/cgroup/pod/app");
    }

    @Test
    void theWordsForNoLimitOfBothVersionsLimitNothingAndNameNoLimit() {
        machine.cores(2, 0, 0)
                .containerV2()
                .file("/sys/fs/cgroup/cpu.max", "max 100000\n")
                .file("/sys/fs/cgroup/memory.max", "max\n")
                .file("/sys/fs/cgroup/memory.current", 4 * GIB + "\n")
                .file("/sys/fs/cgroup/memory.stat", "inactive_file 0\n");
        reader.read(0);
        machine.cores(2, 40, 60);
        MachineReading v2 = reader.read(SECOND);
        assertKnown(v2, "cpu", 40);
        assertKnown(v2, "memory", 25);
        assertThat(v2.origin("cpu").limits()).isEmpty();
        assertThat(v2.origin("memory").limits()).isEmpty();
        machine.remove("/sys/fs/cgroup")
                .containerV1()
                .file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
                .file("/sys/fs/cgroup/memory/memory.usage_in_bytes", 4 * GIB + "\n")
                .file("/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 0\n");
        MachineReading v1 = machine.reader().read(0);
        assertKnown(v1, "memory", 25);
        assertThat(v1.origin("memory").limits()).isEmpty();
    }

    @Test
    void aReadingThatComesMuchLaterThanPlannedIsUnknownOnceAndHeals() {
        reader.planned(Duration.ofSeconds(5));
        counters(0);
        reader.read(0);
        counters(40);
        MachineReading late = reader.read(LATE);
        for (String metric : new String[] {"cpu", "disk", "network", "cpu-pressure"}) {
            assertUnknown(late, metric, "read again after 40 s instead of 5 s");
        }
        assertKnown(late, "memory", 25);
        counters(45);
        MachineReading next = reader.read(LATE + 5 * SECOND);
        assertKnown(next, "cpu", 50);
        assertKnown(next, "disk", 50);
        assertKnown(next, "network", 50);
        assertKnown(next, "cpu-pressure", 50);
    }

    @Test
    void aQuotaThatWasReadMuchLaterThanPlannedIsUnknownOnceAndHeals() {
        reader.planned(Duration.ofSeconds(5));
        machine.cores(8, 0, 0).hostV2("/pod");
        quota("/pod", 200_000, 0);
        reader.read(0);
        quota("/pod", 200_000, 40_000_000);
        assertUnknown(reader.read(LATE), "cpu", "read again after 40 s instead of 5 s");
        quota("/pod", 200_000, 45_000_000);
        assertKnown(reader.read(LATE + 5 * SECOND), "cpu", 50);
    }

    @Test
    void aBusyMachineThatReadsLateIsStillKnown() {
        reader.planned(Duration.ofSeconds(5));
        counters(0);
        reader.read(0);
        counters(24);
        assertKnown(reader.read(24 * SECOND), "cpu", 50);
    }

    @Test
    void aDeviceThatGoesBetweenItsListingAndItsReadingIsUnknownAndThenLeft() {
        machine.disk("sda", 0, 0, 0).disk("sdb", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 0, 1_000, 0).remove("/sys/block/sdb/stat");
        assertUnknown(reader.read(5 * SECOND), "disk", "sdb: /sys/block/sdb/stat is missing");
        machine.disk("sda", 0, 2_000, 0).remove("/sys/block/sdb");
        assertKnown(reader.read(10 * SECOND), "disk", 20);
    }

    @Test
    void aDiskThatWasExchangedUnderItsNameBeginsAnewEvenWithHigherCounters() {
        machine.disk("sda", 10, 1_000, 0).file("/sys/block/sda/diskseq", "7\n");
        reader.read(0);
        machine.disk("sda", 20, 3_000, 0).file("/sys/block/sda/diskseq", "12\n");
        assertUnknown(reader.read(5 * SECOND), "disk", "sda: first reading of another device under this name");
        machine.disk("sda", 20, 4_000, 0);
        assertKnown(reader.read(10 * SECOND), "disk", 20);
    }

    @Test
    void aLinkThatIsDownIsLeftOutWithThatReason() {
        machine.link("eth0", 1000, 0, 0).link("eth1", 1000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 62_500_000, 0)
                .link("eth1", -1, 0, 0)
                .file("/sys/class/net/eth1/operstate", "down\n");
        MachineReading reading = reader.read(5 * SECOND);
        assertKnown(reading, "network", 10);
        assertThat(reading.origin("network").leftOut()).containsEntry("eth1", "no known link speed, the link is down");
        machine.link("eth0", -1, 0, 0).file("/sys/class/net/eth0/operstate", "down\n");
        assertUnknown(
                reader.read(10 * SECOND),
                "network",
                "no physical interface has a known link speed (eth0, the link is down, eth1, the link is down)");
    }

    @Test
    void aLinkThatChangedItsSpeedIsMeasuredInTheSpeedOfNowAndBothAreSaid() {
        machine.link("eth0", 100, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 62_500_000, 0);
        MachineReading faster = reader.read(5 * SECOND);
        assertKnown(faster, "network", 10);
        assertThat(faster.origin("network").of()).isEqualTo("eth0 at 1000 Mbit/s, 100 Mbit/s at the reading before");
        machine.link("eth0", 1000, 125_000_000, 0);
        assertThat(reader.read(10 * SECOND).origin("network").of()).isEqualTo("eth0 at 1000 Mbit/s");
    }

    // Reading a folder fails like a device that is taken away: it can be opened and not be read
    @Test
    void aFileThatFailsWhileItIsReadIsUnknownInTheSystemsWordsAndHeals() {
        machine.remove("/proc/stat").folder("/proc/stat").link("eth0", 1000, 0, 0);
        machine.remove("/sys/class/net/eth0/speed").folder("/sys/class/net/eth0/speed");
        MachineReading reading = reader.read(0);
        assertUnknown(reading, "cpu", "/proc/stat cannot be read: Is a directory");
        assertUnknown(reading, "network", "no physical interface has a known link speed (eth0)");
        assertKnown(reading, "memory", 25);
        machine.remove("/proc/stat").cores(2, 0, 0);
        reader.read(SECOND);
        machine.cores(2, 10, 90);
        assertKnown(reader.read(2 * SECOND), "cpu", 10);
    }

    // The memory of a process begins at an address that nobody has, so the kernel itself fails to read it
    @Test
    @EnabledOnOs(OS.LINUX)
    void anErrorOfTheKernelIsUnknownInItsWords() throws IOException {
        machine.disk("sda", 0, 0, 0).remove("/sys/block/sda/stat");
        Files.createSymbolicLink(root.resolve("sys/block/sda/stat"), Path.of("/proc/self/mem"));
        assertUnknown(reader.read(0), "disk", "sda: /sys/block/sda/stat cannot be read: Input/output error");
        machine.remove("/sys/block/sda/stat");
    }

    @Test
    void whatIsLeftOutIsNamedWithItsReasonAndNotWithoutEnd() {
        machine.disk("sda", 0, 0, 0).virtualDisk("loop0", 0, 0, 0).virtualDisk("dm-0", 0, 0, 0);
        for (int i = 0; i < 200; i++) {
            machine.virtualLink("veth" + i, 10_000, 0, 0);
        }
        MachineReading reading = reader.read(0);
        assertThat(reading.origin("disk").leftOut())
                .containsOnly(
                        java.util.Map.entry("loop0", "no hardware behind it"),
                        java.util.Map.entry("dm-0", "no hardware behind it"));
        assertThat(reading.origin("network").leftOut()).hasSize(41).containsEntry("~", "and 160 more");
    }

    @Test
    void whatTheWorstDiskIsAndWhatWasReadForItIsSaid() {
        machine.disk("sda", 0, 0, 0).disk("sdb", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 0, 2_000, 0).disk("sdb", 0, 1_000, 0);
        Origin origin = reader.read(5 * SECOND).origin("disk");
        assertThat(origin.of()).isEqualTo("sda");
        assertThat(origin.files()).contains("/sys/block/sda/stat", "/sys/block/sdb/stat");
    }

    /** Everything half busy since the beginning. */
    private void counters(long seconds) {
        machine.cores(2, seconds * 50, seconds * 50)
                .disk("sda", seconds, seconds * 500, 0)
                .link("eth0", 1000, seconds * 62_500_000, 0)
                .file("/proc/pressure/cpu", "some avg10=0.00 total=" + seconds * 500_000 + "\n");
    }

    private void quota(String group, long quotaMicros, long usedMicros) {
        machine.file("/sys/fs/cgroup" + group + "/cpu.max", quotaMicros + " 100000\n")
                .file(
                        "/sys/fs/cgroup" + group + "/cpu.stat",
                        "usage_usec " + usedMicros + "\nnr_periods 0\nnr_throttled 0\n");
    }
}
