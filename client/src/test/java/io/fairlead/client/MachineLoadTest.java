package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fairlead.client.machine.FakeMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an instance reports of what it may use, on machines made of files. */
final class MachineLoadTest {

    private static final long MS = 1_000_000;
    private static final long GIB = 1L << 30;
    private static final String CONTAINER = "/sys/fs/cgroup";

    @TempDir
    Path root;

    private FakeMachine machine;
    private long now;

    private final Logger log = (Logger) LoggerFactory.getLogger(MachineLoad.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void aMachineOf16CoresAnd16Gib() {
        machine = new FakeMachine(root).cores(16, 0, 0).memory(16 * GIB, 12 * GIB);
        lines.start();
        log.addAppender(lines);
        log.setAdditive(false);
    }

    @AfterEach
    void noMoreLines() {
        log.detachAppender(lines);
        log.setAdditive(true);
    }

    // Field case D09 (b)
    @Test
    void allOfAQuotaOfOneAndAHalfCoresIsOneHundredAndTheCapacityIsOneAndAHalf() {
        quotaV2(CONTAINER, "150000 100000", 0);
        MachineLoad load = ofMachine();
        quotaV2(CONTAINER, "150000 100000", 1_500_000);
        now += 1_000 * MS;
        assertThat(load.read().capacity()).hasValue(1.5);
        assertThat(cpu(load.read())).hasValue(100);
    }

    // Field case D09 (b), in version 1
    @Test
    void aQuotaOfVersionOneIsReadAlike() {
        machine.containerV1();
        quotaV1(0);
        MachineLoad load = ofMachine();
        quotaV1(750_000_000);
        now += 1_000 * MS;
        assertThat(cpu(load.read())).hasValue(50);
        assertThat(load.read().capacity()).hasValue(1.5);
    }

    // Field case D09 (c)
    @Test
    void halfACoreThatIsAllUsedIsOneHundred() {
        quotaV2(CONTAINER, "50000 100000", 0);
        MachineLoad load = ofMachine();
        quotaV2(CONTAINER, "50000 100000", 500_000);
        now += 1_000 * MS;
        assertThat(cpu(load.read())).hasValue(100);
        assertThat(load.read().capacity()).hasValue(0.5);
    }

    @Test
    void moreThanFivePercentThrottledPeriodsAreOneHundredWhateverTheMean() {
        quotaV2(CONTAINER, "150000 100000", 0);
        MachineLoad load = ofMachine();
        machine.file(CONTAINER + "/cpu.stat", "usage_usec 300000\nnr_periods 100\nnr_throttled 5\n");
        now += 1_000 * MS;
        assertThat(cpu(load.read()).orElseThrow()).isCloseTo(20, Offset.offset(0.01));
        machine.file(CONTAINER + "/cpu.stat", "usage_usec 600000\nnr_periods 200\nnr_throttled 11\n");
        now += 1_000 * MS;
        assertThat(cpu(load.read())).hasValue(100);
    }

    // Field case D09 (d)
    @Test
    void withoutALimitTheMachineSpeaks() {
        MachineLoad load = ofMachine();
        machine.cores(16, 30, 70);
        now += 1_000 * MS;
        InstanceLoad read = load.read();
        assertThat(cpu(read)).hasValue(30);
        assertThat(read.capacity()).hasValue(16);
        assertThat(memory(read)).hasValue(25);
        assertThat(read.memoryLimit()).hasValue(16 * GIB);
    }

    @Test
    void theLimitsOfTheServersOwnSystemdUnitAreItsOwn() {
        String unit = "/sys/fs/cgroup/system.slice/battle.service";
        machine.hostV2("/system.slice/battle.service");
        quotaV2(unit, "150000 100000", 0);
        memoryV2(unit, 3 * GIB, GIB, 4 * GIB);
        MachineLoad load = ofMachine();
        quotaV2(unit, "150000 100000", 1_200_000);
        now += 1_000 * MS;
        InstanceLoad read = load.read();
        assertThat(cpu(read).orElseThrow()).isCloseTo(80, Offset.offset(0.01));
        assertThat(read.capacity()).hasValue(1.5);
        assertThat(memory(read)).hasValue(50);
        assertThat(read.memoryLimit()).hasValue(4 * GIB);
    }

    @Test
    void theWorkingSetIsMeasuredByTheLimitAndWithoutThePageCache() {
        machine.containerV2();
        memoryV2(CONTAINER, GIB, GIB / 2, 2 * GIB);
        assertThat(memory(ofMachine().read())).hasValue(25);
        assertThat(ofMachine().read().memoryLimit()).hasValue(2 * GIB);
    }

    @Test
    void whereTheHeapIsAskedForTheMemoryAndItsLimitAreThoseOfTheHeap() {
        System.gc();
        quotaV2(CONTAINER, "150000 100000", 0);
        memoryV2(CONTAINER, 8 * GIB, 0, 8 * GIB);
        MachineLoad load = new MachineLoad(machine.readerOfProcess(), () -> now, MachineLoad.Memory.HEAP);
        quotaV2(CONTAINER, "150000 100000", 750_000);
        now += 1_000 * MS;
        InstanceLoad read = load.read();
        assertThat(cpu(read)).hasValue(50);
        assertThat(read.capacity()).hasValue(1.5);
        assertThat(memory(read)).isEqualTo(memory(new ProcessLoad().read()));
        assertThat(memory(read).orElseThrow()).isBetween(0.001, 99.0);
        assertThat(read.memoryLimit()).hasValue(Runtime.getRuntime().maxMemory());
    }

    @Test
    void cpuIsUnknownBeforeTheFirstSpanAndCloseReadingsGiveTheLongerOne() {
        MachineLoad load = ofMachine();
        machine.cores(16, 499, 0);
        now += 499 * MS;
        assertThat(cpu(load.read())).isEmpty();
        machine.cores(16, 500, 500);
        now += 501 * MS;
        assertThat(cpu(load.read())).hasValue(50);
        machine.cores(16, 700, 500);
        now += 400 * MS;
        assertThat(cpu(load.read())).as("too short a span: the value before").hasValue(50);
        machine.cores(16, 700, 1_300);
        now += 600 * MS;
        assertThat(cpu(load.read())).as("of all of the second").hasValue(20);
    }

    @Test
    void twoSourcesDoNotTakeSpansFromOneAnother() {
        MachineLoad load = ofMachine();
        MachineLoad other = ofMachine();
        machine.cores(16, 90, 10);
        now += 1_000 * MS;
        assertThat(cpu(other.read())).hasValue(90);
        machine.cores(16, 100, 100);
        now += 1_000 * MS;
        assertThat(cpu(load.read())).hasValue(50);
    }

    @Test
    void whatCannotBeReadIsUnknownNeverZeroAndTheLogSaysWhyOnce() {
        quotaV2(CONTAINER, "150000 100000", 0);
        memoryV2(CONTAINER, GIB, 0, 2 * GIB);
        MachineLoad load = ofMachine();
        machine.remove(CONTAINER + "/cpu.stat").file(CONTAINER + "/memory.max", "lots\n");
        for (int i = 0; i < 3; i++) {
            now += 1_000 * MS;
            InstanceLoad read = load.read();
            assertThat(read.metrics().values()).isEmpty();
            assertThat(read.memoryLimit()).isEmpty();
            assertThat(read.capacity()).hasValue(1.5);
        }
        assertThat(said(Level.WARN))
                .containsExactly(
                        "cpu of this instance is unknown, so hardly a room comes here: /sys/fs/cgroup/cpu.stat is missing",
                        "memory of this instance is unknown, so hardly a room comes here:"
                                + " /sys/fs/cgroup/memory.max says \"lots\", which is not a count");
        quotaV2(CONTAINER, "150000 100000", 3_000_000);
        memoryV2(CONTAINER, GIB, 0, 2 * GIB);
        now += 1_000 * MS;
        assertThat(cpu(load.read())).as("since it was known last").hasValue(50);
        assertThat(memory(load.read())).hasValue(50);
        assertThat(said(Level.INFO))
                .containsExactly("cpu of this instance is known again", "memory of this instance is known again");
    }

    @Test
    void aMachineWithoutAnyFileIsUnknown(@TempDir Path nothing) {
        MachineLoad load = new MachineLoad(
                new FakeMachine(nothing).remove("/proc").remove("/sys").readerOfProcess(),
                () -> now,
                MachineLoad.Memory.WORKING_SET);
        now += 1_000 * MS;
        assertThat(load.read()).isEqualTo(InstanceLoad.unknown());
    }

    @Test
    void onAnotherSystemWhatIsMeasuredHereIsUnknownAndTheLogSaysSo() {
        MachineLoad load = new MachineLoad(machine.readerOfProcessOn("Windows 11"), () -> now, MachineLoad.Memory.HEAP);
        now += 1_000 * MS;
        assertThat(cpu(load.read())).isEmpty();
        assertThat(said(Level.WARN)).singleElement().asString().endsWith("not measured on Windows 11, only on Linux");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisMachineIsReadForReal() {
        MachineLoad heap = MachineLoad.withHeap();
        MachineLoad workingSet = MachineLoad.withWorkingSet();
        assertThat(cpu(heap.read())).isEmpty();
        await().pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        cpu(heap.read()).isPresent() && cpu(workingSet.read()).isPresent());
        assertThat(cpu(heap.read()).orElseThrow()).isBetween(0.0, 100.0);
        assertThat(Math.ceil(heap.read().capacity().orElseThrow()))
                .isBetween((double) Runtime.getRuntime().availableProcessors(), 65_536.0);
        assertThat(memory(workingSet.read()).orElseThrow()).isBetween(0.1, 100.0);
        assertThat(workingSet.read().memoryLimit().orElseThrow())
                .isGreaterThan(Runtime.getRuntime().totalMemory());
    }

    private MachineLoad ofMachine() {
        return new MachineLoad(machine.readerOfProcess(), () -> now, MachineLoad.Memory.WORKING_SET);
    }

    private static OptionalDouble cpu(InstanceLoad load) {
        return load.metrics().value("cpu");
    }

    private static OptionalDouble memory(InstanceLoad load) {
        return load.metrics().value("memory");
    }

    private List<String> said(Level level) {
        return lines.list.stream()
                .filter(line -> line.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void quotaV2(String folder, String quota, long usedMicros) {
        if (folder.equals(CONTAINER)) {
            machine.containerV2();
        }
        machine.file(folder + "/cpu.max", quota + "\n")
                .file(folder + "/cpu.stat", "usage_usec " + usedMicros + "\nnr_periods 0\nnr_throttled 0\n");
    }

    /** A quota of 1.5 cores. */
    private void quotaV1(long usedNanos) {
        String folder = "/sys/fs/cgroup/cpu,cpuacct";
        machine.file(folder + "/cpu.cfs_quota_us", "150000\n")
                .file(folder + "/cpu.cfs_period_us", "100000\n")
                .file(folder + "/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n")
                .file(folder + "/cpuacct.usage", usedNanos + "\n");
    }

    private void memoryV2(String folder, long current, long inactive, long limit) {
        machine.file(folder + "/memory.current", current + "\n")
                .file(folder + "/memory.max", limit + "\n")
                .file(folder + "/memory.stat", "anon 1\ninactive_file " + inactive + "\nactive_file 3\n");
    }
}
