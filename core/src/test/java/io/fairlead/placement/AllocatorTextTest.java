package io.fairlead.placement;

import static io.fairlead.placement.PlacementBench.chosen;
import static io.fairlead.placement.PlacementBench.place;
import static io.fairlead.placement.PlacementBench.placer;
import static io.fairlead.placement.PlacementBench.share;
import static io.fairlead.placement.PlacementBench.view;
import static io.fairlead.placement.PlacementBench.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One test for each sentence of the method's second text, on the allocator by safety margin, that states a rule. The number
 * in a name is the section of the text. Where we deviate, the test says so and names the decision record.
 */
class AllocatorTextTest {

    // ---- Background: rooms stay where they are

    @Test
    void s0_aRoomThatLivesSomewhereStaysThereHoweverBusyThatIs() {
        Placement placement =
                placer().place(PlacementRequest.plain(), view("a=99/10 b=0/0"), PlacementBench.claim("a#1"), never());
        assertThat(chosen(placement)).isEqualTo("a");
        assertThat(placement.basis()).isEqualTo(Basis.AFFINITY);
    }

    // ---- Section 1: why plain balancing is not enough

    /** Counts of rooms or connections are no input at all: one busy room weighs more than a hundred idle ones. */
    @Test
    void s1_loadDecidesAndNotTheNumberOfConnections() {
        ServiceView view = view("idle-rooms=15/20 battles=75/20");
        assertThat(share(view, "idle-rooms")).isCloseTo(4900 / 5000.0, within(1e-12));
        assertThat(share(view, "battles")).isCloseTo(100 / 5000.0, within(1e-12));
    }

    /**
     * A machine whose figures are all 0 draws much, but not everything, and less with each report as it fills up. The policy
     * that ramps a cold machine up is another one.
     */
    @Test
    void s1_aNewMachineDoesNotGetEverything() {
        ServiceView view = view("cold=0/0 x=60/30 y=60/30 z=60/30");
        assertThat(share(view, "cold")).isCloseTo(7225 / (7225 + 3 * 625.0), within(1e-12));
        assertThat(share(view, "x")).isPositive();
        assertThat(share(view("cold=45/20 x=60/30 y=60/30 z=60/30"), "cold")).isLessThan(0.47);
    }

    /** We deviate: what has not been measured yet is unknown, and not 0. See ADR 0020. */
    @Test
    void s1_aNewMachineGetsNothingBeforeItsFirstReading() {
        assertThat(share(view("cold=-/- x=60/30"), "cold")).isZero();
    }

    // ---- Section 2.1: the barrel

    @Test
    void s2_1_theCeilingsAre85And90() {
        assertThat(weight(84, 0)).isEqualTo(1);
        assertThat(weight(85, 0)).isZero();
        assertThat(weight(0, 89)).isEqualTo(1);
        assertThat(weight(0, 90)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"20, 10, 65", "20, 80, 10", "80, 10, 5", "10, 89, 1"})
    void s2_1_theResourceNearestToItsCeilingDecides(double cpu, double memory, int margin) {
        assertThat(weight(cpu, memory)).isEqualTo(margin * margin);
    }

    @Test
    void s2_1_theDistanceToTheCeilingCountsAndNotWhatIsUsed() {
        assertThat(weight(20, 0)).isEqualTo(65 * 65);
        assertThat(weight(40, 0)).isEqualTo(45 * 45);
    }

    // ---- Section 2.2: the square

    @Test
    void s2_2_80And20OfMarginAreSixteenToOne() {
        assertThat(weight(5, 0)).isEqualTo(6400);
        assertThat(weight(65, 0)).isEqualTo(400);
        assertThat(share(view("a=5/0 b=65/0"), "a") / share(view("a=5/0 b=65/0"), "b"))
                .isCloseTo(16, within(1e-12));
    }

    @Test
    void s2_2_aMillionDrawsAreSixteenToOneAndTheOverloadedMachineIsNeverMet() {
        SortedMap<String, Integer> shares = PlacementBench.shares(1_000_000, view("a=5/0 b=65/0 c=86/0"), 1);
        assertThat(shares).containsOnlyKeys("a", "b");
        assertThat((double) shares.getOrDefault("a", 0) / shares.getOrDefault("b", 0))
                .isCloseTo(16, within(16 * 0.015));
    }

    @Test
    void s2_2_nearTheCeilingTheWeightFallsOffACliff() {
        assertThat(weight(45, 0)).isEqualTo(1600);
        assertThat(weight(75, 0)).isEqualTo(100);
        assertThat(weight(83, 0)).isEqualTo(4);
    }

    // ---- Section 3.1: the report

    @Test
    void s3_1_aMachineReportsEachThreeSecondsAndThreeMissedReportsExcludeIt() {
        assertThat(LoadReport.PERIOD).hasSeconds(3);
        assertThat(PlacementSettings.safetyMargin().sampleTtl()).hasSeconds(9);
        assertThat(share(view("a=20/10,age=8.999 b=20/10"), "a")).isEqualTo(0.5);
        assertThat(share(view("a=20/10,age=9 b=20/10"), "a")).isZero();
    }

    @Test
    void s3_1_anOverloadedMachineHasNoWeight() {
        assertThat(weight(86, 10)).isZero();
        assertThat(weight(10, 95)).isZero();
        assertThat(weight(100, 100)).isZero();
    }

    /** The text's {@code int(...)}: a margin of 0.9 gives 0.81, which is 0. */
    @Test
    void s3_1_theWeightIsCutToAWholeNumberSoAMarginBelowOneHasNone() {
        assertThat(weight(84.1, 10)).isZero();
        Placement placement = place("a=84.1/10 b=86/10", 1);
        assertThat(placement.basis()).isEqualTo(Basis.ALL_FULL);
        assertThat(chosen(placement)).isEqualTo("b");
    }

    /** We deviate: the text's code takes a failed reading for 0 %, which is full margin. See ADR 0020. */
    @Test
    void s3_1_aFailedReadingGivesNoWeight() {
        assertThat(share(view("a=-/10 b=70/10"), "a")).isZero();
        assertThat(share(view("a=10/- b=70/10"), "a")).isZero();
    }

    // ---- Section 3.2: the draw

    @Test
    void s3_2_theDrawWalksTheInstancesAndTakesTheFirstWhoseRunningSumIsAboveTheNumber() {
        String line = "a=82/0 b=83/0 c=86/0 d=84/0";
        StringBuilder met = new StringBuilder();
        for (int r = 0; r < 14; r++) {
            met.append(chosen(place(line, r)));
        }
        assertThat(met).hasToString("aaaaaaaaabbbbd");
    }

    @Test
    void s3_2_theNumberIsDrawnFromTheSumOfAllWeights() {
        List<Long> bounds = new ArrayList<>();
        Placement placement = placer().place(PlacementRequest.plain(), view("a=20/10 b=65/10"), null, bound -> {
            bounds.add(bound);
            return bound - 1;
        });
        assertThat(bounds).containsExactly(4625L);
        assertThat(placement.lot()).isEqualTo(new Placement.Lot(4624, 4625));
        assertThat(chosen(placement)).isEqualTo("b");
    }

    @Test
    void s3_2_theEndpointOfTheInstanceIsAnswered() {
        Candidate chosen = Objects.requireNonNull(place("a=20/10", 0).chosen());
        assertThat(chosen.instance().endpoint()).isEqualTo("ws://a:9000");
    }

    // ---- Section 4: why it is little trouble

    /**
     * 4.1: one spike of the CPU in one report. A minute of reports each 3 s and 20 rooms a second, once with the spike and once
     * without, with the same numbers drawn: no room outside the 3 s of that report goes elsewhere.
     */
    @Test
    void s4_1_aSpikeOfTheCpuMovesNoMoreTrafficThanItsReportsShareOfTheMinute() {
        List<String> calm = minute(-1);
        List<String> spiked = minute(7);
        int moved = 0;
        for (int i = 0; i < calm.size(); i++) {
            if (!calm.get(i).equals(spiked.get(i))) {
                assertThat(i / 60)
                        .as("report in force when room %s was placed", i)
                        .isEqualTo(7);
                moved++;
            }
        }
        assertThat(calm).hasSize(1200);
        assertThat(moved).isPositive().isLessThanOrEqualTo(1200 / 20);
    }

    /** The same as a share: a loses at most one twentieth of what it would have got in the minute. */
    @Test
    void s4_1_theMachineWithTheSpikeLosesAtMostOneTwentiethOfItsMinute() {
        double calm = 20 * share(view("a=40/40 b=40/40 c=40/40"), "a");
        double spiked =
                calm - share(view("a=40/40 b=40/40 c=40/40"), "a") + share(view("a=84/40 b=40/40 c=40/40"), "a");
        assertThat((calm - spiked) / calm).isPositive().isLessThanOrEqualTo(0.05);
    }

    /** Where each room of a minute goes; in one of its 20 reports, the CPU of a is at 84. */
    private static List<String> minute(int spikedReport) {
        SplittableRandom random = new SplittableRandom(4);
        List<String> homes = new ArrayList<>();
        for (int report = 0; report < 20; report++) {
            ServiceView view = view((report == spikedReport ? "a=84/40" : "a=40/40") + " b=38/40 c=43/40 d=40/40");
            for (int room = 0; room < 60; room++) {
                // One number for each room, scaled to whatever the sum of the weights is.
                double drawn = random.nextDouble();
                homes.add(
                        chosen(placer().place(PlacementRequest.plain(), view, null, bound -> (long) (drawn * bound))));
            }
        }
        return homes;
    }

    @Test
    void s4_2_aNewMachineTakesRoomsFromItsFirstReportOnWithoutAnyConfiguration() {
        assertThat(share(view("a=50/40 b=50/40"), "a")).isEqualTo(0.5);
        assertThat(share(view("a=50/40 b=50/40 new=2/10"), "new")).isGreaterThan(0.7);
    }

    @Test
    void s4_3_whenEveryMachineIsFullOneIsDrawnEvenly() {
        String full = "a=90/10 b=10/95 c=85/10";
        for (int r = 0; r < 3; r++) {
            Placement placement = place(full, r);
            assertThat(placement.basis()).isEqualTo(Basis.ALL_FULL);
            assertThat(placement.lot()).isEqualTo(new Placement.Lot(r, 3));
            assertThat(chosen(placement)).isEqualTo(List.of("a", "b", "c").get(r));
        }
    }

    @Test
    void s4_3_whenTheStoreIsAwayOneIsDrawnEvenlyFromTheLastView() {
        ServiceView last = view("a=90/10,age=60 b=10/10,age=60 c=50/10,age=2").outdated();
        for (int r = 0; r < 3; r++) {
            int drawn = r;
            Placement placement = placer().place(PlacementRequest.plain(), last, null, bound -> drawn);
            assertThat(placement.basis()).isEqualTo(Basis.UNIFORM_FALLBACK);
            assertThat(placement.lot()).isEqualTo(new Placement.Lot(r, 3));
            assertThat(chosen(placement)).isEqualTo(List.of("a", "b", "c").get(r));
        }
    }

    /** The closing words: what is simple at each place gives order in all. No weight depends on another machine. */
    @Test
    void s4_aWeightFollowsFromTheMachinesOwnReportAlone() {
        Offer alone = PlacementBench.offer(placer().offers(view("a=20/10")), "a");
        Offer amongOthers = PlacementBench.offer(placer().offers(view("a=20/10 b=0/0 c=99/99 d=-/-")), "a");
        assertThat(amongOthers.weight()).isEqualTo(alone.weight()).isEqualTo(4225);
    }

    private static Draw never() {
        return bound -> {
            throw new AssertionError("nothing is to be drawn");
        };
    }
}
