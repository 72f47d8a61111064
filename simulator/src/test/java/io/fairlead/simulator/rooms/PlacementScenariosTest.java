package io.fairlead.simulator.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.placement.PlacementSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The scenarios of placement with the bounds that the policy {@code fairlead} keeps, row by row of {@code
 * docs/evidence-placement.md}. Row 1 is the arithmetic of {@code safety-margin}, which core's own tests hold.
 */
class PlacementScenariosTest {

    private static final PlacementSettings EXACT = PlacementSettings.safetyMargin();
    private static final PlacementSettings AHEAD = PlacementSettings.standard();

    @Test
    void row02_mixedMachinesAtThreeQuartersAreRarelyOverloaded() {
        double exact = first(RoomScenario.STEADY_MIXED, EXACT);
        double ahead = first(RoomScenario.STEADY_MIXED, AHEAD);
        assertThat(ahead).isLessThanOrEqualTo(1.3).isLessThanOrEqualTo(0.4 * exact);
    }

    @Test
    void row03_equalMachinesAreNoWorseOffThanWithTheExactMethod() {
        List<Double> exact = Figures.of(RoomScenario.HOMOGENEOUS, EXACT);
        List<Double> ahead = Figures.of(RoomScenario.HOMOGENEOUS, AHEAD);
        assertThat(ahead.get(0)).isLessThanOrEqualTo(exact.get(0) + 0.3);
        assertThat(ahead.get(1)).as("max/mean").isLessThanOrEqualTo(1.12);
    }

    @Test
    void row04_machinesOfAllSizesAreEquallyLoaded() {
        List<Double> ahead = Figures.of(RoomScenario.MANY_SIZES, AHEAD);
        assertThat(ahead.get(0)).isLessThanOrEqualTo(1.0);
        // Each size has as many machines, so it counts by its cores: 2, 4, 8, 16, 32.
        double all = 0;
        for (int size = 1; size <= 5; size++) {
            all += ahead.get(size) * (1 << size) / 62;
        }
        for (int size = 1; size <= 5; size++) {
            assertThat(ahead.get(size))
                    .as("mean load of size %d of %s", size, ahead)
                    .isBetween(all - 3, all + 3);
        }
    }

    @Test
    void row05_roughSensorsOverloadNobody() {
        assertThat(first(RoomScenario.ROUGH_SENSORS, AHEAD)).isLessThanOrEqualTo(0.1);
    }

    @Test
    void row06_aStormOverloadsNobody() {
        assertThat(first(RoomScenario.STORM, AHEAD)).isLessThanOrEqualTo(0.1);
    }

    @Test
    void row07_batchesOverloadHardlyAnybodyWithFourSchedulersAndWithSixteen() {
        assertThat(first(RoomScenario.BATCHES, AHEAD)).isLessThanOrEqualTo(0.15);
        assertThat(first(RoomScenario.BATCHES_16, AHEAD)).isLessThanOrEqualTo(0.15);
    }

    @Test
    void row08_aColdMachineAmongManyIsNotOverrunAndCarriesItsShareSoon() {
        List<Double> ahead = Figures.of(RoomScenario.COLD_JOIN_BRIEF, AHEAD);
        assertThat(ahead.get(0)).as("peak").isLessThanOrEqualTo(85);
        assertThat(ahead.get(2)).as("seconds until it carries its share").isLessThanOrEqualTo(30);
    }

    @Test
    void row09_aColdMachineAmongFewIsFilledSlowly() {
        List<Double> ahead = Figures.of(RoomScenario.COLD_JOIN_LONG, AHEAD);
        assertThat(ahead.get(0)).as("peak").isLessThanOrEqualTo(60);
        assertThat(ahead.get(2)).as("seconds until it carries its share").isLessThanOrEqualTo(110);
    }

    @Test
    void row10_aColdMachineThatJoinsWithinAStormIsNotOverrun() {
        assertThat(first(RoomScenario.JOIN_IN_STORM, AHEAD)).isLessThanOrEqualTo(80);
    }

    @Test
    void row11_aDeadMachineTakesNothingAfterTheFirstFailureAndEachOfItsRoomsGetsOneNewHome() {
        for (RoomOutcome outcome : Figures.outcomes(RoomScenario.DEATH, AHEAD)) {
            RoomTallies tallies = outcome.tallies();
            assertThat(tallies.onDeadAfterFailure()).isZero();
            assertThat(tallies.movedOnce()).isGreaterThan(100);
            assertThat(tallies.movedMore()).isZero();
            assertThat(tallies.homeless()).isZero();
            assertThat(tallies.twoOwners()).isZero();
        }
    }

    @Test
    void row12_aMachineWhoseCpuReadsZeroIsNotBuried() {
        assertThat(first(RoomScenario.BLIND_SENSOR, AHEAD)).isLessThanOrEqualTo(80);
        assertThat(first(RoomScenario.BLIND_SENSOR, EXACT)).isGreaterThan(95);
    }

    @Test
    void row13_aReportThatFreezesAtIdleStopsCountingBeforeItDoesMuchHarm() {
        List<Double> ahead = Figures.of(RoomScenario.FROZEN_REPORT, AHEAD);
        assertThat(ahead.get(1)).as("part of a minute's arrivals").isLessThanOrEqualTo(16);
        assertThat(ahead.get(2)).as("placements on it later").isZero();
    }

    @Test
    void row14_whileTheStoreIsAwayRoomsAreSpreadByWhatWasKnownAndSoonByReportsAgain() {
        List<Double> ahead = Figures.of(RoomScenario.STORE_AWAY, AHEAD);
        assertThat(ahead.get(0)).isLessThanOrEqualTo(1.8);
        assertThat(ahead.get(1)).as("last blind placement").isLessThanOrEqualTo(6);
        assertThat(ahead.get(2)).as("last room with two owners").isLessThanOrEqualTo(30);
    }

    @Test
    void row15_nearlyFullMachinesShareTheOverload() {
        assertThat(first(RoomScenario.NEARLY_FULL, AHEAD)).isLessThanOrEqualTo(18_000);
        assertThat(first(RoomScenario.FULL, AHEAD)).isLessThanOrEqualTo(47_000);
    }

    @Test
    void row15_withAdmissionThereIsHardlyAnyOverload() {
        assertThat(first(RoomScenario.NEARLY_FULL, AHEAD.withAdmission(true))).isLessThanOrEqualTo(3_000);
        assertThat(first(RoomScenario.FULL, AHEAD.withAdmission(true))).isLessThanOrEqualTo(4_000);
    }

    /** What the world's definitions were chosen by: the exact method comes out where the first prototype had it. */
    @Test
    void theExactMethodComesOutWhereItDidBefore() {
        assertThat(first(RoomScenario.STEADY_MIXED, EXACT)).isBetween(2.0, 5.0);
        assertThat(first(RoomScenario.ROUGH_SENSORS, EXACT)).isBetween(0.2, 0.8);
        assertThat(first(RoomScenario.BATCHES, EXACT)).isBetween(0.2, 0.9);
        assertThat(first(RoomScenario.STORE_AWAY, EXACT)).isBetween(4.0, 9.0);
        assertThat(first(RoomScenario.FULL, EXACT)).isBetween(50_000.0, 75_000.0);
    }

    private static double first(RoomScenario scenario, PlacementSettings settings) {
        return Figures.of(scenario, settings).get(0);
    }
}
