package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.SECOND;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Locale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuMetricTest {
    @TempDir
    Path root;

    FakeMachine machine;
    MachineReader reader;

    @BeforeEach
    void aMachineWithTwoCores() {
        machine = new FakeMachine(root);
        reader = machine.reader();
    }

    // Field case D08 (a)
    @Test
    void aFirstReadingKnowsNoCpuLoad() {
        machine.cores(1, 1000, 9000);
        assertUnknown(reader.read(0), "cpu", "first reading");
    }

    // Field case D08 (b)
    @Test
    void cpuIsTheMeanSinceTheLastReading() {
        machine.cores(1, 1000, 9000);
        reader.read(0);
        machine.cores(1, 1075, 9025);
        assertKnown(reader.read(SECOND), "cpu", 75);
    }

    // Field case D08 (c)
    @Test
    void twoReadingsInsideOneTickAreUnknownAndNotZero() {
        machine.cores(1, 1000, 9000);
        reader.read(0);
        assertUnknown(reader.read(5_000_000), "cpu", "read again after 5 ms");
    }

    @Test
    void aReadingThatCameTooSoonDoesNotSpoilTheNext() {
        machine.cores(1, 1000, 9000);
        reader.read(0);
        machine.cores(1, 1001, 9000);
        reader.read(5_000_000);
        machine.cores(1, 1075, 9025);
        assertKnown(reader.read(SECOND), "cpu", 75);
    }

    @Test
    void aClockThatWentBackIsUnknown() {
        machine.cores(1, 1000, 9000);
        reader.read(10 * SECOND);
        assertUnknown(reader.read(9 * SECOND), "cpu", "a rate needs at least 250 ms");
    }

    @Test
    void timesThatDoNotAdvanceOverAFullIntervalAreUnknown() {
        machine.cores(2, 1000, 9000);
        reader.read(0);
        assertUnknown(reader.read(5 * SECOND), "cpu", "did not advance");
    }

    // Field case D08 (d)
    @Test
    void asManyReadersAsOneLikesDoNotDisturbEachOther() {
        MachineReader other = machine.reader();
        machine.cores(1, 1000, 9000);
        reader.read(0);
        machine.cores(1, 1070, 9024);
        other.read(SECOND - 5_000_000);
        machine.cores(1, 1075, 9025);
        other.read(SECOND - 1);
        assertKnown(reader.read(SECOND), "cpu", 75);
    }

    // Field case D08 (e)
    @Test
    void aSourceThatSaysMinusOneIsUnknown() {
        machine.file("/proc/stat", "cpu0 -1 0 0 -1 0 0 0 0 0 0\n");
        assertUnknown(reader.read(0), "cpu", "below zero");
    }

    @Test
    void garbageInTheSourceIsUnknown() {
        machine.file("/proc/stat", "cpu0 many 0 0 1 0 0 0 0 0 0\n");
        assertUnknown(reader.read(0), "cpu", "says \"many\", which is not a count");
        machine.file("/proc/stat", "cpu0 1 2\n");
        assertUnknown(reader.read(0), "cpu", "expected at least 5");
        machine.file("/proc/stat", "");
        assertUnknown(reader.read(0), "cpu", "names no core");
        machine.remove("/proc/stat");
        assertUnknown(reader.read(0), "cpu", "/proc/stat is missing");
    }

    @Test
    void oneUnreadableReadingHealsAtTheNext() {
        machine.cores(1, 1000, 9000);
        reader.read(0);
        machine.file("/proc/stat", "garbage");
        reader.read(5 * SECOND);
        machine.cores(1, 1500, 9500);
        assertKnown(reader.read(10 * SECOND), "cpu", 50);
    }

    // Field case D11, the same kind of fault for CPU counters
    @Test
    void timesThatBeginAnewAreUnknownOnceAndHeal() {
        machine.cores(1, 1_000_000, 9_000_000);
        reader.read(0);
        machine.cores(1, 100, 900);
        assertUnknown(reader.read(5 * SECOND), "cpu", "began anew");
        machine.cores(1, 350, 1150);
        assertKnown(reader.read(10 * SECOND), "cpu", 50);
    }

    @Test
    void waitingTimeMayFallAndIdleTimeMaySlipByATick() {
        machine.file("/proc/stat", "cpu0 100 0 0 500 50 0 0 0 0 0\n");
        reader.read(0);
        machine.file("/proc/stat", "cpu0 150 0 0 550 40 0 0 0 0 0\n");
        assertKnown(reader.read(SECOND), "cpu", 50);
        machine.file("/proc/stat", "cpu0 250 0 0 549 40 0 0 0 0 0\n");
        assertKnown(reader.read(2 * SECOND), "cpu", 100);
    }

    @Test
    void stolenTimeIsBusyAndWaitingForDisksIsNot() {
        machine.file("/proc/stat", "cpu0 0 0 0 0 0 0 0 0 0 0\n");
        reader.read(0);
        // user 10, nice 10, system 10, idle 20, waiting 20, irq 5, softirq 5, stolen 20; guest is part of user
        machine.file("/proc/stat", "cpu0 10 10 10 20 20 5 5 20 10 0\n");
        assertKnown(reader.read(SECOND), "cpu", 60);
    }

    @Test
    void aCoreThatAppearsCountsFromItsSecondReading() {
        machine.cores(1, 100, 100);
        reader.read(0);
        machine.cores(2, 150, 150);
        assertKnown(reader.read(SECOND), "cpu", 50);
        machine.cores(2, 250, 150);
        assertKnown(reader.read(2 * SECOND), "cpu", 100);
    }

    // Field case D09 (a)
    @Test
    void aLittleMoreThanTheWholeQuotaIsOneHundredAndTheRawValueIsKept() {
        quotaV2("400000 100000", 0);
        machine.cores(16, 0, 0);
        reader.read(0);
        quotaV2("400000 100000", 4_031_900);
        machine.cores(16, 25, 75);
        Reading cpu = reader.read(SECOND).byMetric().get("cpu");
        assertThat(cpu).isInstanceOfSatisfying(Reading.Known.class, known -> {
            assertThat(known.value()).isEqualTo(100);
            assertThat(known.raw()).isCloseTo(100.8, Offset.offset(0.01));
        });
    }

    // Field case D09 (b)
    @Test
    void oneAndAHalfCoresFullyUsedAreOneHundred() {
        assertLoadOfQuota("150000 100000", 1_500_000, 100);
    }

    // Field case D09 (c)
    @Test
    void halfACoreFullyUsedIsOneHundred() {
        assertLoadOfQuota("50000 100000", 500_000, 100);
    }

    @Test
    void halfAQuotaUsedIsFifty() {
        assertLoadOfQuota("400000 100000", 2_000_000, 50);
    }

    // Field case D09 (d)
    @Test
    void withoutAQuotaCpuIsRelativeToTheUsableCores() {
        quotaV2("max 100000", 0);
        machine.file("/sys/fs/cgroup/cpuset.cpus.effective", "0-1\n");
        machine.file("/proc/stat", "cpu0 0 0 0 0\ncpu1 0 0 0 0\ncpu2 0 0 0 0\ncpu3 0 0 0 0\n");
        reader.read(0);
        machine.file("/proc/stat", "cpu0 100 0 0 0\ncpu1 50 0 0 50\ncpu2 0 0 0 100\ncpu3 0 0 0 100\n");
        assertKnown(reader.read(SECOND), "cpu", 75);
    }

    // Field case D09 (e)
    @Test
    void minusOneInVersionOneMeansNoQuota() {
        machine.containerV1()
                .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
                .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        machine.cores(2, 0, 0);
        reader.read(0);
        machine.cores(2, 30, 70);
        assertKnown(reader.read(SECOND), "cpu", 30);
    }

    @Test
    void aQuotaOfVersionOneIsReadWithItsOwnFiles() {
        machine.cores(16, 0, 0).containerV1();
        quotaV1("/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct", 7_000_000_000L);
        reader.read(0);
        quotaV1("/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct", 7_750_000_000L);
        assertKnown(reader.read(SECOND), "cpu", 50);
    }

    @Test
    void aQuotaOfVersionOneFindsItsTimeWhereCpuacctIsMountedApart() {
        machine.cores(4, 0, 0)
                .file("/proc/self/cgroup", "2:cpuacct:/app\n1:cpu:/app\n")
                .file("/proc/self/mountinfo", """
                        32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
                        33 31 0:30 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct
                        """)
                .file("/sys/fs/cgroup/cpu/release_agent", "")
                .file("/sys/fs/cgroup/cpuacct/release_agent", "");
        quotaV1("/sys/fs/cgroup/cpu/app", "/sys/fs/cgroup/cpuacct/app", 0);
        reader.read(0);
        quotaV1("/sys/fs/cgroup/cpu/app", "/sys/fs/cgroup/cpuacct/app", 300_000_000L);
        assertKnown(reader.read(SECOND), "cpu", 20);
    }

    // Field case D09 (f)
    @Test
    void tenIdleHoursDoNotHideAMinuteOfFullBurn() {
        long hour = 3600;
        machine.cores(1, 0, 0);
        reader.read(0);
        machine.cores(1, 0, 10 * hour * 100);
        assertKnown(reader.read(10 * hour * SECOND), "cpu", 0);
        machine.cores(1, 60 * 100, 10 * hour * 100);
        assertKnown(reader.read((10 * hour + 60) * SECOND), "cpu", 100);
    }

    // Field case D09 (g)
    @Test
    void whateverIsAboveOneHundredIsCutAndWhatIsNoNumberIsUnknown() {
        assertThat(Reading.of(144)).isEqualTo(new Reading.Known(100, 144));
        assertThat(Reading.of(Double.NaN)).isInstanceOf(Reading.Unknown.class);
        assertThat(Reading.of(Double.POSITIVE_INFINITY)).isInstanceOf(Reading.Unknown.class);
        assertThat(Reading.of(-1)).isInstanceOf(Reading.Unknown.class);
        assertThatThrownBy(() -> new Reading.Known(101, 101)).hasMessageContaining("allowed 0..100");
    }

    @Test
    void onAnotherSystemEveryMetricIsUnknownWithTheReason() {
        MachineReading reading = MachineReader.of("Windows 11", root, false).read(0);
        assertThat(reading.known()).isEmpty();
        assertThat(reading.unknown())
                .containsOnlyKeys("cpu", "disk", "memory", "network", "cpu-pressure", "memory-pressure", "io-pressure")
                .containsEntry("cpu", "not measured on Windows 11, only on Linux");
    }

    @Test
    void aContainerThrottledInMoreThanFivePercentOfItsPeriodsIsFull() {
        machine.cores(4, 0, 0).containerV2();
        cpuStat("/sys/fs/cgroup", "100000 100000", 0, "nr_periods 0\nnr_throttled 0\n");
        reader.read(0);
        cpuStat("/sys/fs/cgroup", "100000 100000", 2_000_000, "nr_periods 50\nnr_throttled 3\n");
        assertKnown(reader.read(5 * SECOND), "cpu", 100);
    }

    @Test
    void aContainerThrottledInFivePercentOfItsPeriodsIsNot() {
        machine.cores(4, 0, 0).containerV2();
        cpuStat("/sys/fs/cgroup", "100000 100000", 0, "nr_periods 0\nnr_throttled 0\n");
        reader.read(0);
        cpuStat("/sys/fs/cgroup", "100000 100000", 2_000_000, "nr_periods 100\nnr_throttled 5\n");
        assertKnown(reader.read(5 * SECOND), "cpu", 40);
    }

    @Test
    void aQuotaAboveTheUsableCoresMeansThoseCores() {
        machine.cores(2, 0, 0);
        quotaV2("800000 100000", 0);
        reader.read(0);
        quotaV2("800000 100000", 1_000_000);
        assertKnown(reader.read(SECOND), "cpu", 50);
    }

    @Test
    void moreCpuTimeThanTheCoresCanGiveIsThrownAway() {
        machine.cores(2, 0, 0);
        quotaV2("100000 100000", 0);
        reader.read(0);
        quotaV2("100000 100000", 3_000_000);
        assertUnknown(reader.read(SECOND), "cpu", "more than 2 cores can give");
        quotaV2("100000 100000", 3_500_000);
        assertKnown(reader.read(2 * SECOND), "cpu", 50);
    }

    @Test
    void usedTimeOfAContainerThatBeginsAnewOrStandsStillIsUnknown() {
        machine.cores(2, 0, 0);
        quotaV2("100000 100000", 9_000_000);
        reader.read(0);
        quotaV2("100000 100000", 1_000_000);
        assertUnknown(reader.read(SECOND), "cpu", "began anew");
        assertUnknown(reader.read(2 * SECOND), "cpu", "did not advance");
        quotaV2("100000 100000", 1_250_000);
        assertKnown(reader.read(3 * SECOND), "cpu", 25);
    }

    @Test
    void garbageInAQuotaIsUnknownAndNeverTheLoadOfTheWholeMachine() {
        machine.cores(2, 0, 0);
        quotaV2("lots 100000", 0);
        assertUnknown(reader.read(0), "cpu", "says \"lots\"");
        quotaV2("100000", 0);
        assertUnknown(reader.read(0), "cpu", "a quota of 100000 us in 0 us");
    }

    @Test
    void aQuotaThatChangesTakesEffectAtTheNextReading() {
        machine.cores(8, 0, 0);
        quotaV2("400000 100000", 0);
        reader.read(0);
        quotaV2("200000 100000", 1_000_000);
        assertKnown(reader.read(SECOND), "cpu", 50);
    }

    @Test
    void aQuotaOnALevelAboveCountsAndTheWorstLevelSpeaks() {
        machine.cores(8, 0, 0).hostV2("/app.slice/web.slice/job");
        cpuStat("/sys/fs/cgroup/app.slice", "200000 100000", 0, "nr_periods 0\nnr_throttled 0\n");
        cpuStat("/sys/fs/cgroup/app.slice/web.slice/job", "100000 100000", 0, "nr_periods 0\nnr_throttled 0\n");
        reader.read(0);
        cpuStat("/sys/fs/cgroup/app.slice", "200000 100000", 1_800_000, "nr_periods 10\nnr_throttled 0\n");
        cpuStat("/sys/fs/cgroup/app.slice/web.slice/job", "100000 100000", 300_000, "nr_periods 10\nnr_throttled 0\n");
        assertKnown(reader.read(SECOND), "cpu", 90);
    }

    @Test
    void whatTheAgentItselfIsGrantedSaysNothingAboutItsMachine() {
        machine.cores(2, 0, 0).hostV2("/system.slice/fairlead-agent.service");
        cpuStat(
                "/sys/fs/cgroup/system.slice/fairlead-agent.service",
                "10000 100000",
                0,
                "nr_periods 0\nnr_throttled 0\n");
        reader.read(0);
        machine.cores(2, 60, 40);
        assertKnown(reader.read(SECOND), "cpu", 60);
    }

    @Test
    void coreListsAreReadAndNonsenseIsRefused() throws Unmeasured {
        assertThat(CpuMetric.coreSet("0-2,8", "x")).containsExactly(0, 1, 2, 8);
        assertThatThrownBy(() -> CpuMetric.coreSet("3-1", "x")).isInstanceOf(Unmeasured.class);
        assertThatThrownBy(() -> CpuMetric.coreSet("0-99999999", "x")).isInstanceOf(Unmeasured.class);
        assertThatThrownBy(() -> CpuMetric.coreSet("a", "x")).isInstanceOf(Unmeasured.class);
    }

    // Field case D12 (d)
    @Test
    void reasonsHaveDotsInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            machine.cores(2, 0, 0);
            quotaV2("100000 100000", 0);
            reader.read(0);
            quotaV2("100000 100000", 3_000_000);
            assertUnknown(reader.read(SECOND), "cpu", "3.000 s of CPU time in 1.000 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    private void assertLoadOfQuota(String quota, long usedMicros, double load) {
        machine.cores(16, 0, 0);
        quotaV2(quota, 0);
        reader.read(0);
        quotaV2(quota, usedMicros);
        assertKnown(reader.read(SECOND), "cpu", load);
    }

    private void quotaV2(String quota, long usedMicros) {
        machine.containerV2();
        cpuStat("/sys/fs/cgroup", quota, usedMicros, "nr_periods 0\nnr_throttled 0\n");
    }

    private void cpuStat(String folder, String quota, long usedMicros, String periods) {
        machine.file(folder + "/cpu.max", quota + "\n")
                .file(folder + "/cpu.stat", "usage_usec " + usedMicros + "\nuser_usec 0\n" + periods);
    }

    /** A quota of 1.5 cores. */
    private void quotaV1(String cpu, String cpuacct, long usedNanos) {
        machine.file(cpu + "/cpu.cfs_quota_us", "150000\n")
                .file(cpu + "/cpu.cfs_period_us", "100000\n")
                .file(cpu + "/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n")
                .file(cpuacct + "/cpuacct.usage", usedNanos + "\n");
    }
}
