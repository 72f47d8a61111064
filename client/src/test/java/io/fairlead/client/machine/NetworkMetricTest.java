package io.fairlead.client.machine;

import static io.fairlead.client.machine.FakeMachine.SECOND;
import static io.fairlead.client.machine.ReadingAsserts.assertKnown;
import static io.fairlead.client.machine.ReadingAsserts.assertUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkMetricTest {
    /** Bytes in five seconds at 1 Mbit/s. */
    private static final long MBIT_5S = 625_000;

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
    void aFirstReadingKnowsNoNetworkLoad() {
        machine.link("eth0", 1000, 0, 0);
        assertUnknown(reader.read(0), "network", "eth0: first reading");
    }

    @Test
    void networkLoadIsTheBusierDirectionOverTheLinkSpeed() {
        machine.link("eth0", 1000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 100 * MBIT_5S, 250 * MBIT_5S);
        assertKnown(reader.read(5 * SECOND), "network", 25);
        machine.link("eth0", 1000, 500 * MBIT_5S, 250 * MBIT_5S);
        assertKnown(reader.read(10 * SECOND), "network", 40);
    }

    @Test
    void theBusiestInterfaceSpeaks() {
        machine.link("eth0", 1000, 0, 0).link("eth1", 10_000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 300 * MBIT_5S, 0).link("eth1", 10_000, 1000 * MBIT_5S, 0);
        assertKnown(reader.read(5 * SECOND), "network", 30);
    }

    // The method's own story: a card falls from 1 Gbit/s to 100 Mbit/s
    @Test
    void aLinkThatFallsToATenthOfItsSpeedIsFullAtTheNextReading() {
        machine.link("eth0", 1000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 90 * MBIT_5S, 0);
        assertKnown(reader.read(5 * SECOND), "network", 9);
        machine.link("eth0", 100, 180 * MBIT_5S, 0);
        assertKnown(reader.read(10 * SECOND), "network", 90);
    }

    @Test
    void whatALinkCarriedBeforeItFellIsNotImpossible() {
        machine.link("eth0", 1000, 0, 0);
        reader.read(0);
        machine.link("eth0", 100, 500 * MBIT_5S, 0);
        assertKnown(reader.read(5 * SECOND), "network", 100);
        machine.link("eth0", 100, 1000 * MBIT_5S, 0);
        assertUnknown(reader.read(10 * SECOND), "network", "500 Mbit/s on a link of 100 Mbit/s");
    }

    // Field case D11 (c)
    @Test
    void aCounterThatBeginsAnewIsUnknownOnceAndHealsAtTheSecondReading() {
        machine.link("eth0", 100, 5_000_000_000L, 0);
        reader.read(0);
        machine.link("eth0", 100, 1_200, 0);
        assertUnknown(reader.read(5 * SECOND), "network", "received bytes fell from 5000000000 to 1200");
        machine.link("eth0", 100, 6_251_200, 0);
        // 1.25 MB/s are 10 Mbit/s
        assertKnown(reader.read(10 * SECOND), "network", 10);
    }

    // Field case D11 (d)
    @Test
    void aCounterOf32BitsMayWrapWhereTheLinkAllowsIt() throws Unmeasured {
        LinkCounters before = new LinkCounters(0, 2, 1000, 4_258_368_365L, 0);
        LinkCounters now = new LinkCounters(2 * SECOND, 2, 1000, 44_815_312L, 0);
        assertThat(now.loadSince(before, 2, true)).isCloseTo(32.57, Offset.offset(0.01));
    }

    @Test
    void aWrapIsUnknownWhereTheCounterIsNotKnownToHave32Bits() {
        machine.link("eth0", 1000, 4_258_368_365L, 0);
        reader.read(0);
        machine.link("eth0", 1000, 44_815_312L, 0);
        assertUnknown(reader.read(2 * SECOND), "network", "began anew");
    }

    @Test
    void aWrapIsUnknownWhereTheLinkDoesNotAllowIt() {
        MachineReader old = machine.readerWith32BitCounters();
        machine.link("eth0", 100, 4_258_368_365L, 0);
        old.read(0);
        machine.link("eth0", 100, 44_815_312L, 0);
        assertUnknown(old.read(2 * SECOND), "network", "326 Mbit/s on a link of 100 Mbit/s");
    }

    @Test
    void aCounterAbove32BitsDoesNotWrapAt32Bits() {
        MachineReader old = machine.readerWith32BitCounters();
        machine.link("eth0", 100_000, 5_000_000_000L, 0);
        old.read(0);
        machine.link("eth0", 100_000, 1_200, 0);
        assertUnknown(old.read(5 * SECOND), "network", "began anew");
    }

    // Field case D11 (e)
    @Test
    void aRateAboveTheLinkSpeedIsThrownAwayAndSlightlyAboveIsOneHundred() {
        machine.link("eth0", 1000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 13_000 * MBIT_5S, 0);
        assertUnknown(reader.read(5 * SECOND), "network", "13000 Mbit/s on a link of 1000 Mbit/s");
        machine.link("eth0", 1000, 14_030 * MBIT_5S, 0);
        assertKnown(reader.read(10 * SECOND), "network", 100);
    }

    // Field case D11 (f)
    @Test
    void anInterfaceThatVanishesAndReturnsUnderItsNameBeginsAnew() {
        machine.link("eth0", 1000, 5_000_000_000L, 0).link("eth1", 1000, 0, 0);
        reader.read(0);
        machine.remove("/sys/class/net/eth0");
        assertKnown(reader.read(5 * SECOND), "network", 0);
        machine.link("eth0", 1000, 1_200, 0);
        assertUnknown(reader.read(10 * SECOND), "network", "eth0: first reading");
        machine.link("eth0", 1000, 1_200 + 100 * MBIT_5S, 0);
        assertKnown(reader.read(15 * SECOND), "network", 10);
    }

    @Test
    void anInterfaceExchangedBetweenTwoReadingsBeginsAnewEvenWithHigherCounters() {
        machine.link("eth0", 1000, 1_000, 0);
        reader.read(0);
        machine.link("eth0", 1000, 90_000, 0).file("/sys/class/net/eth0/ifindex", "7\n");
        assertUnknown(reader.read(5 * SECOND), "network", "eth0: first reading");
    }

    @Test
    void virtualInterfacesAreLeftOut() {
        machine.link("eth0", 1000, 0, 0).virtualLink("veth1a", 10_000, 0, 0).virtualLink("docker0", 10_000, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 10 * MBIT_5S, 0)
                .virtualLink("veth1a", 10_000, 9_000 * MBIT_5S, 0)
                .virtualLink("docker0", 10_000, 9_000 * MBIT_5S, 0);
        assertKnown(reader.read(5 * SECOND), "network", 1);
    }

    @Test
    void aPhysicalInterfaceWithoutASpeedIsLeftOutWhileAnotherHasOne() {
        machine.link("eth0", 1000, 0, 0).link("wlan0", -1, 0, 0);
        reader.read(0);
        machine.link("eth0", 1000, 10 * MBIT_5S, 0).link("wlan0", -1, 10 * MBIT_5S, 0);
        assertKnown(reader.read(5 * SECOND), "network", 1);
    }

    @Test
    void withoutAnyKnownLinkSpeedTheNetworkIsUnknown() {
        machine.link("eth0", -1, 0, 0)
                .link("eth1", 4_294_967_295L, 0, 0)
                .link("eth2", 0, 0, 0)
                .virtualLink("lo", 1, 0, 0);
        assertUnknown(reader.read(0), "network", "no physical interface has a known link speed (eth0, eth1, eth2)");
        machine.remove("/sys/class/net/eth1").remove("/sys/class/net/eth2").remove("/sys/class/net/eth0/speed");
        assertUnknown(reader.read(0), "network", "no physical interface has a known link speed (eth0)");
        machine.remove("/sys/class/net/eth0");
        assertUnknown(reader.read(0), "network", "no interface with hardware behind it");
    }

    @Test
    void whileOneInterfaceIsUnknownTheBusiestIsUnknownToo() {
        machine.link("eth0", 1000, 900, 900).link("eth1", 1000, 900, 900);
        reader.read(0);
        machine.link("eth0", 1000, 1, 1).link("eth1", 1000, 1_900, 900);
        assertUnknown(reader.read(5 * SECOND), "network", "eth0: ");
    }

    @Test
    void garbageIsUnknownAndTheNextReadingIsRight() {
        machine.link("eth0", 1000, 0, 0);
        reader.read(0);
        machine.file("/sys/class/net/eth0/statistics/rx_bytes", "NaN\n");
        assertUnknown(reader.read(5 * SECOND), "network", "says \"NaN\", which is not a count");
        machine.link("eth0", 1000, 200 * MBIT_5S, 0);
        assertKnown(reader.read(10 * SECOND), "network", 10);
    }
}
