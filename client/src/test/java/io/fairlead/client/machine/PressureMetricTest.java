package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.SECOND;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time in which tasks wait, for the three resources of which a kernel counts it. */
class PressureMetricTest {
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
    void pressureIsTheShareOfTimeInWhichSomeTaskWaited() {
        machineWaited(1_000_000, 5_000_000, 0);
        MachineReading first = reader.read(0);
        assertUnknown(first, "cpu-pressure", "first reading");
        machineWaited(3_500_000, 5_250_000, 5_000_000);
        MachineReading next = reader.read(5 * SECOND);
        assertKnown(next, "cpu-pressure", 50);
        assertKnown(next, "memory-pressure", 5);
        assertKnown(next, "io-pressure", 100);
        assertThat(next.origin("cpu-pressure").files()).containsExactly("/proc/pressure/cpu");
        assertThat(next.origin("cpu-pressure").of()).isEqualTo("the whole machine");
    }

    @Test
    void theKernelsOwnAverageOfTenSecondsIsNotTaken() {
        String text =
                "some avg10=99.00 avg60=99.00 avg300=99.00 total=%d\nfull avg10=99.00 avg60=0.00 avg300=0.00 total=%d\n";
        machine.file("/proc/pressure/cpu", String.format(java.util.Locale.ROOT, text, 10, 900));
        reader.read(0);
        machine.file("/proc/pressure/cpu", String.format(java.util.Locale.ROOT, text, 100_010, 9_000_000));
        assertKnown(reader.read(SECOND), "cpu-pressure", 10);
    }

    @Test
    void aResourceThatNobodyWaitsForIsZeroAndKnown() {
        machineWaited(7, 7, 7);
        reader.read(0);
        assertKnown(reader.read(5 * SECOND), "io-pressure", 0);
    }

    @Test
    void aContainerOfVersionTwoHasItsOwnPressureAndNotItsNeighbours() {
        machineWaited(0, 0, 0);
        machine.containerV2();
        containerWaited(0);
        reader.read(0);
        machineWaited(1_000_000, 1_000_000, 1_000_000);
        containerWaited(250_000);
        MachineReading reading = reader.read(SECOND);
        assertKnown(reading, "cpu-pressure", 25);
        assertKnown(reading, "memory-pressure", 25);
        assertThat(reading.origin("io-pressure").files()).containsExactly("/sys/fs/cgroup/io.pressure");
    }

    @Test
    void aContainerThatCountsNoneOfItsOwnDoesNotGetTheMachines() {
        machineWaited(0, 0, 0);
        machine.containerV2();
        assertUnknown(reader.read(0), "cpu-pressure", "control group /sys/fs/cgroup counts no stalls");
        machine.remove("/sys/fs/cgroup").containerV1();
        MachineReading reading = machine.reader().read(0);
        assertUnknown(reading, "cpu-pressure", "version 1 count no stalls of this container");
        assertUnknown(reading, "memory-pressure", "version 1 count no stalls of this container");
    }

    @Test
    void onAHostOfEitherVersionItIsTheMachines() {
        machineWaited(0, 0, 0);
        machine.hostV2("/system.slice/fairlead.service").file("/sys/fs/cgroup/cpu.pressure", "some total=1\n");
        assertThat(reader.read(0).origin("cpu-pressure").files()).containsExactly("/proc/pressure/cpu");
    }

    @Test
    void aKernelThatCountsNoStallsLeavesAllThreeUnknownForOneReason() {
        MachineReading reading = reader.read(0);
        for (String metric : new String[] {"cpu-pressure", "memory-pressure", "io-pressure"}) {
            assertThat(reading.unknown())
                    .containsEntry(metric, "this kernel counts no stalls: /proc/pressure is missing");
        }
    }

    @Test
    void aCounterThatBeginsAnewOrIsImpossibleIsUnknownOnceAndHeals() {
        machineWaited(9_000_000, 0, 0);
        reader.read(0);
        machineWaited(100, 0, 0);
        assertUnknown(reader.read(SECOND), "cpu-pressure", "stalled time fell from 9000000 to 100: it began anew");
        machineWaited(5_000_100, 0, 0);
        assertUnknown(reader.read(2 * SECOND), "cpu-pressure", "stalled 500 % of the time, which cannot be");
        machineWaited(5_250_100, 0, 0);
        assertKnown(reader.read(3 * SECOND), "cpu-pressure", 25);
    }

    @Test
    void garbageIsUnknownAndTheOtherMetricsAreStillRead() {
        machine.file("/proc/pressure/cpu", "some avg10=NaN total=NaN\n")
                .file("/proc/pressure/memory", "full avg10=0.00 total=1\n")
                .file("/proc/pressure/io", "");
        MachineReading reading = reader.read(0);
        assertUnknown(reading, "cpu-pressure", "/proc/pressure/cpu says \"NaN\", which is not a count");
        assertUnknown(reading, "memory-pressure", "/proc/pressure/memory has no total");
        assertUnknown(reading, "io-pressure", "/proc/pressure/io has no total");
        assertKnown(reading, "memory", 25);
    }

    private void machineWaited(long cpu, long memory, long io) {
        waited("/proc/pressure/cpu", cpu);
        waited("/proc/pressure/memory", memory);
        waited("/proc/pressure/io", io);
    }

    private void containerWaited(long micros) {
        waited("/sys/fs/cgroup/cpu.pressure", micros);
        waited("/sys/fs/cgroup/memory.pressure", micros);
        waited("/sys/fs/cgroup/io.pressure", micros);
    }

    private void waited(String file, long micros) {
        machine.file(
                file,
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + micros
                        + "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
    }
}
