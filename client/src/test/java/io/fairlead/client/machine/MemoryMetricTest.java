package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.GIB;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryMetricTest {
    @TempDir
    Path root;

    FakeMachine machine;

    @BeforeEach
    void aMachineWith16Gib() {
        machine = new FakeMachine(root).memory(16 * GIB, 4 * GIB);
    }

    // Field case D10 (a)
    @Test
    void thePageCacheOfAContainerIsNotInUse() {
        machine.containerV1();
        memoryV1(822_935_552L, 477_356_032L, Long.toString((long) (2.868 * GIB)));
        assertKnown(read(), "memory", 11.22);
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", 822_935_552L, 477_356_032L, Long.toString((long) (2.868 * GIB)));
        assertKnown(machine.reader().read(0), "memory", 11.22);
    }

    // Field case D10 (b)
    @Test
    void aContainerWithoutALimitIsMeasuredByTheMemoryOfTheHost() {
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", 4 * GIB, 0, "max");
        assertKnown(read(), "memory", 25);
    }

    // Field case D10 (c)
    @ParameterizedTest
    @ValueSource(strings = {"9223372036854771712", "18446744073709551615"})
    void theLargestNumberOfVersionOneMeansNoLimit(String limit) {
        machine.containerV1();
        memoryV1(4 * GIB, 0, limit);
        assertKnown(read(), "memory", 25);
    }

    // Field case D10 (d)
    @Test
    void aLimitAboveTheMemoryOfTheHostMeansThatMemory() {
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", 4 * GIB, 0, Long.toString(64 * GIB));
        assertKnown(read(), "memory", 25);
    }

    // Field case D10 (e)
    @Test
    void onAHostWhatIsAvailableCountsAndNotWhatIsFree() {
        machine.file("/proc/meminfo", "MemTotal: 4194304 kB\nMemFree: 1024 kB\nMemAvailable: 3891200 kB\n");
        assertKnown(read(), "memory", 7.23);
    }

    // Field case D10 (f)
    @Test
    void garbageIsUnknownAndTheOtherMetricsAreStillRead() {
        machine.containerV2().disk("sda", 0, 0, 0);
        memoryV2("/sys/fs/cgroup", 4 * GIB, 0, "lots");
        MachineReader reader = machine.reader();
        reader.read(0);
        machine.cores(2, 50, 50).disk("sda", 10, 2_500, 2_500);
        MachineReading reading = reader.read(5 * FakeMachine.SECOND);
        assertUnknown(reading, "memory", "memory.max says \"lots\", which is not a count");
        assertKnown(reading, "cpu", 50);
        assertKnown(reading, "disk", 50);
    }

    @Test
    void garbageInAnyFileIsUnknownAndNeverTheValueOfTheHost() {
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", 4 * GIB, 0, "max");
        machine.file("/sys/fs/cgroup/memory.current", "");
        assertUnknown(read(), "memory", "memory.current says \"\"");
        memoryV2("/sys/fs/cgroup", 4 * GIB, 0, "max");
        machine.file("/sys/fs/cgroup/memory.stat", "anon 7\n");
        assertUnknown(read(), "memory", "memory.stat has no inactive_file");
        machine.remove("/sys/fs/cgroup/memory.stat");
        assertUnknown(read(), "memory", "memory.stat is missing");
        machine.file("/proc/meminfo", "MemTotal: 0 kB\n");
        assertUnknown(read(), "memory", "no memory");
    }

    @Test
    void moreInactiveThanInUseIsUnknownAndNotZero() {
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", GIB, 2 * GIB, Long.toString(8 * GIB));
        assertUnknown(read(), "memory", "more is inactive than in use");
    }

    @Test
    void moreAvailableThanThereIsIsUnknown() {
        machine.memory(GIB, 2 * GIB);
        assertUnknown(read(), "memory", "more memory is available than there is");
    }

    @Test
    void aKernelThatDoesNotSayWhatIsAvailableLeavesTheHostUnknown() {
        machine.file("/proc/meminfo", "MemTotal: 4096 kB\nMemFree: 1024 kB\n");
        assertUnknown(read(), "memory", "/proc/meminfo has no MemAvailable:");
    }

    @Test
    void aContainerAboveItsLoweredLimitIsFull() {
        machine.containerV2();
        memoryV2("/sys/fs/cgroup", 3 * GIB, 0, Long.toString(2 * GIB));
        assertKnown(read(), "memory", 100);
    }

    @Test
    void onAHostTheOwnGroupWithoutALimitIsNotTheMachine() {
        machine.hostV2("/user.slice/session-1.scope");
        memoryV2("/sys/fs/cgroup/user.slice/session-1.scope", GIB / 8, 0, "max");
        assertKnown(read(), "memory", 75);
    }

    @Test
    void aLimitOnALevelAboveCounts() {
        machine.hostV2("/limited.slice/session-1.scope");
        memoryV2("/sys/fs/cgroup/limited.slice/session-1.scope", GIB / 8, 0, "max");
        memoryV2("/sys/fs/cgroup/limited.slice", GIB, 0, Long.toString(2 * GIB));
        assertKnown(read(), "memory", 50);
    }

    @Test
    void theLimitOfTheAgentsOwnServiceIsNotThatOfItsMachine() {
        machine.hostV2("/system.slice/fairlead-agent.service");
        memoryV2("/sys/fs/cgroup/system.slice/fairlead-agent.service", GIB / 8, 0, Long.toString(GIB / 4));
        assertKnown(read(), "memory", 75);
    }

    @Test
    void theRootOfTheMachineInVersionOneIsTheHost() {
        machine.file("/proc/self/cgroup", "4:memory:/process/abc\n")
                .file("/proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n")
                .file("/sys/fs/cgroup/memory/release_agent", "")
                .file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
                .file("/sys/fs/cgroup/memory/process/abc/memory.limit_in_bytes", "9223372036854771712\n");
        assertKnown(read(), "memory", 75);
    }

    @Test
    void theWordsOfTheLevelsAreAsTheKernelWritesThem() throws Unmeasured {
        machine.hostV2("/a/b.service");
        assertThat(Cgroups.ofMachine(new SystemFiles(root)).levels("memory"))
                .extracting(Cgroups.Level::folder)
                .containsExactly("/sys/fs/cgroup/a", "/sys/fs/cgroup");
    }

    private MachineReading read() {
        return machine.reader().read(0);
    }

    private void memoryV2(String folder, long current, long inactive, String limit) {
        machine.file(folder + "/memory.current", current + "\n")
                .file(folder + "/memory.max", limit + "\n")
                .file(folder + "/memory.stat", "anon 1\nfile 2\ninactive_file " + inactive + "\nactive_file 3\n");
    }

    private void memoryV1(long usage, long inactive, String limit) {
        String folder = "/sys/fs/cgroup/memory";
        machine.file(folder + "/memory.usage_in_bytes", usage + "\n")
                .file(folder + "/memory.limit_in_bytes", limit + "\n")
                .file(folder + "/memory.stat", "cache 1\ninactive_file 5\ntotal_inactive_file " + inactive + "\n");
    }
}
