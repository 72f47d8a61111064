package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.SECOND;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskMetricTest {
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
    void aFirstReadingKnowsNoDiskLoad() {
        machine.disk("sda", 0, 0, 0);
        assertUnknown(reader.read(0), "disk", "sda: first reading");
    }

    @Test
    void diskLoadIsTheShareOfBusyTime() {
        machine.disk("sda", 100, 1_000, 1_000);
        reader.read(0);
        machine.disk("sda", 200, 4_000, 4_000);
        assertKnown(reader.read(5 * SECOND), "disk", 60);
    }

    @Test
    void anIdleDiskIsZeroAndKnown() {
        machine.disk("sda", 100, 1_000, 1_000);
        reader.read(0);
        assertKnown(reader.read(5 * SECOND), "disk", 0);
    }

    // Field case D11 (a)
    @Test
    void impossibleBusyTimeIsThrownAwayAndSlightlyTooMuchIsOneHundred() {
        machine.disk("sda", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 1, 35_791_400, 0);
        assertUnknown(reader.read(5 * SECOND), "disk", "sda: busy 715828 % of the time");
        machine.disk("sda", 2, 35_791_400 + 5_150, 0);
        assertKnown(reader.read(10 * SECOND), "disk", 100);
    }

    // Field case D11 (b)
    @Test
    void ofSeveralDisksTheWorstSpeaksAndNotTheirSum() {
        machine.disk("sda", 0, 0, 0).disk("sdb", 0, 0, 0).disk("sdc", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 9, 3_000, 0).disk("sdb", 9, 3_000, 0).disk("sdc", 9, 3_000, 0);
        assertKnown(reader.read(5 * SECOND), "disk", 60);
        machine.disk("sda", 9, 3_500, 0).disk("sdb", 9, 7_000, 0).disk("sdc", 9, 3_000, 0);
        assertKnown(reader.read(10 * SECOND), "disk", 80);
    }

    @Test
    void aDeepQueueIsALoadEvenWhereBusyTimeIsLess() {
        machine.disk("sda", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 100, 2_500, 5_000 * 96);
        assertKnown(reader.read(5 * SECOND), "disk", 75);
    }

    @Test
    void theDevicesOwnQueueSizeCountsWhereItSaysOne() {
        machine.disk("sda", 0, 0, 0).file("/sys/block/sda/queue/nr_requests", "256\n");
        reader.read(0);
        machine.disk("sda", 100, 500, 5_000 * 64);
        assertKnown(reader.read(5 * SECOND), "disk", 25);
        machine.disk("sda", 200, 1_000, 5_000 * 64 + 5_000 * 1_000);
        assertKnown(reader.read(10 * SECOND), "disk", 100);
    }

    @Test
    void devicesWithoutHardwareAreNotCountedAgain() {
        machine.disk("sda", 0, 0, 0)
                .virtualDisk("dm-0", 0, 0, 0)
                .virtualDisk("loop0", 0, 0, 0)
                .virtualDisk("ram0", 0, 0, 0)
                .virtualDisk("md0", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 9, 500, 0)
                .virtualDisk("dm-0", 9, 5_000, 0)
                .virtualDisk("loop0", 9, 5_000, 0)
                .virtualDisk("ram0", 9, 5_000, 0)
                .virtualDisk("md0", 9, 5_000, 0);
        assertKnown(reader.read(5 * SECOND), "disk", 10);
    }

    @Test
    void aMachineWithoutADiskOfItsOwnSaysSo() {
        machine.virtualDisk("loop0", 0, 0, 0);
        assertUnknown(reader.read(0), "disk", "no disk with hardware behind it");
        machine.remove("/sys/block");
        assertUnknown(reader.read(0), "disk", "/sys/block is missing");
    }

    // Field case D11 (c), (f): the same kind of fault for disks
    @Test
    void aDiskThatBeginsAnewIsUnknownOnceAndHeals() {
        machine.disk("sda", 1_000_000, 3_000_000, 9_000_000);
        reader.read(0);
        machine.disk("sda", 10, 20, 20);
        assertUnknown(reader.read(5 * SECOND), "disk", "sda: the count of requests fell from 1000000 to 10");
        machine.disk("sda", 20, 520, 520);
        assertKnown(reader.read(10 * SECOND), "disk", 10);
    }

    @Test
    void aDiskThatWasAwayBeginsWithAFirstReading() {
        machine.disk("sda", 100, 100, 100);
        reader.read(0);
        machine.remove("/sys/block/sda");
        assertUnknown(reader.read(5 * SECOND), "disk", "no disk");
        machine.disk("sda", 200, 2_000, 2_000);
        assertUnknown(reader.read(10 * SECOND), "disk", "sda: first reading");
        machine.disk("sda", 300, 3_000, 3_000);
        assertKnown(reader.read(15 * SECOND), "disk", 20);
    }

    // Field case D11 (d): busy and queued time have 32 bits in every kernel
    @Test
    void busyTimeThatWrapsAfterFiftyDaysGoesOn() {
        machine.disk("sda", 100, 4_294_967_000L, 4_294_967_000L);
        reader.read(0);
        machine.disk("sda", 200, 704, 704);
        assertKnown(reader.read(5 * SECOND), "disk", 20);
    }

    @Test
    void aWrapThatCannotBeIsThrownAway() {
        machine.disk("sda", 100, 3_000_000_000L, 0);
        reader.read(0);
        machine.disk("sda", 200, 100, 0);
        assertUnknown(reader.read(5 * SECOND), "disk", "cannot be");
    }

    @Test
    void whileOneDiskIsUnknownTheWorstIsUnknownToo() {
        machine.disk("sda", 100, 0, 0).disk("sdb", 100, 0, 0);
        reader.read(0);
        machine.disk("sda", 200, 100, 0).disk("sdb", 5, 0, 0);
        assertUnknown(reader.read(5 * SECOND), "disk", "sdb: ");
        machine.disk("sda", 300, 200, 0).disk("sdb", 10, 4_000, 0);
        assertKnown(reader.read(10 * SECOND), "disk", 80);
    }

    @Test
    void garbageIsUnknownAndTheNextReadingIsRight() {
        machine.disk("sda", 0, 0, 0);
        reader.read(0);
        machine.file("/sys/block/sda/stat", "1 2 3\n");
        assertUnknown(reader.read(5 * SECOND), "disk", "sda: /sys/block/sda/stat has 3 fields");
        machine.disk("sda", 100, 5_000, 5_000);
        assertKnown(reader.read(10 * SECOND), "disk", 50);
    }

    @Test
    void aReadingThatCameTooSoonDoesNotSpoilTheNext() {
        machine.disk("sda", 0, 0, 0);
        reader.read(0);
        machine.disk("sda", 1, 5, 5);
        assertUnknown(reader.read(5_000_000), "disk", "read again after 5 ms");
        machine.disk("sda", 2, 2_500, 2_500);
        assertKnown(reader.read(5 * SECOND), "disk", 50);
    }
}
