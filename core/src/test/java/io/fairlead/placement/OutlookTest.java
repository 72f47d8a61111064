package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.bare;
import static io.fairlead.placement.FairBench.knowing;
import static io.fairlead.placement.FairBench.outlook;
import static io.fairlead.placement.FairBench.points;
import static io.fairlead.placement.FairBench.without;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.placement.Outlook.Omission;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the policy {@code fairlead} makes of one report: each term of its formulas. */
class OutlookTest {

    private static final Offset<Double> EXACTLY = within(1e-9);

    private static final SchedulerState NOTHING = SchedulerState.initial();

    /** A room takes a tenth of a core and a tenth of a gigabyte. */
    private static final SchedulerState TENTH = knowing(0.1, 1e8);

    // ---- margins

    @Test
    void withoutAnythingLearntTheMarginIsTheReportedOne() {
        Outlook outlook = outlook(SETTINGS, NOTHING, view("a=20/20,c=4,gb=8,n=5,y=0"));
        assertThat(outlook.distances()).containsEntry("cpu", 65.0).containsEntry("memory", 70.0);
        assertThat(outlook.binding()).isEqualTo("cpu");
        assertThat(outlook.left()).containsExactly(Omission.CPU_COST_UNKNOWN, Omission.MEMORY_COST_UNKNOWN);
    }

    @Test
    void theReserveOfFourRoomsIsTakenFromTheCpuAndFromMemory() {
        // 0.1 of 4 cores is 2.5 points a room, 0.1 of 8 GB is 1.25.
        String line = "a=20/30,c=4,gb=8,n=4,y=0";
        assertThat(points(TENTH, line, "cpu")).isEqualTo(65 - 4 * 2.5, EXACTLY);
        assertThat(points(TENTH, line, "memory")).isEqualTo(60 - 4 * 1.25, EXACTLY);
    }

    @Test
    void growthStillToComeIsTakenAsWell() {
        assertThat(points(TENTH, "a=20/30,c=4,gb=8,n=4,y=3", "cpu")).isEqualTo(65 - 7 * 2.5, EXACTLY);
    }

    @Test
    void theRoomsInFlightCountForEverySchedulerThereIs() {
        SchedulerState state = TENTH.placed(owner("a#1"), 1, at(0)).placed(owner("a#1"), 2, at(0));
        ServiceView four = view("a=20/30,c=4,gb=8,n=4,y=0").withSchedulers(4);
        assertThat(outlook(SETTINGS, state, four).load().inFlight()).isEqualTo(12);
        assertThat(outlook(SETTINGS, state, four).distances().get("cpu")).isEqualTo(65 - 16 * 2.5, EXACTLY);
        assertThat(outlook(without(Term.TIMES_SCHEDULERS), state, four).load().inFlight())
                .isEqualTo(3);
        assertThat(outlook(without(Term.IN_FLIGHT), state, four).load().inFlight())
                .isZero();
    }

    @Test
    void roomsInFlightToAProcessBeforeAreNotThoseOfThisOne() {
        SchedulerState state = TENTH.placed(owner("a#1"), 1, at(0));
        assertThat(outlook(SETTINGS, state, view("a=20/30,c=4,n=4,run=2"))
                        .load()
                        .inFlight())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"0,0.35", "30,0.675", "60,1", "3600,1"})
    void aColdMachineCountsWithAPartOfItsCoresThatGrows(double uptime, double ramp) {
        Outlook outlook = outlook(SETTINGS, TENTH, view("a=20/30,c=4,gb=8,n=0,y=0,up=" + uptime));
        assertThat(outlook.ramp()).isEqualTo(ramp, EXACTLY);
        assertThat(outlook.size()).isEqualTo(4 * ramp, EXACTLY);
        assertThat(outlook.distances().get("cpu")).isEqualTo(65 - 10 / ramp, EXACTLY);
        assertThat(outlook.distances().get("memory")).isEqualTo(55, EXACTLY);
    }

    @Test
    void theTimeSinceTheReportWarmsTheMachineToo() {
        assertThat(outlook(SETTINGS, NOTHING, view("a=20/30,up=24,age=6")).ramp())
                .isEqualTo(0.675, EXACTLY);
    }

    @Test
    void aCpuReadingFarBelowWhatTheRoomsCostIsNotBelieved() {
        // 20 rooms of 2.5 points: 54 with the base; believed is what is at least 4 + 25.
        assertThat(points(TENTH, "a=0/30,c=4,n=20,y=0", "cpu")).isEqualTo(85 - 54 - 10, EXACTLY);
        assertThat(points(TENTH, "a=28.9/30,c=4,n=20,y=0", "cpu")).isEqualTo(85 - 54 - 10, EXACTLY);
        assertThat(points(TENTH, "a=29/30,c=4,n=20,y=0", "cpu")).isEqualTo(85 - 29 - 10, EXACTLY);
        assertThat(outlook(SETTINGS, TENTH, view("a=0/30,c=4,n=20,y=0")).left()).contains(Omission.CPU_NOT_BELIEVED);
        assertThat(outlook(without(Term.SANITY_FLOOR), TENTH, view("a=0/30,c=4,n=20,y=0"))
                        .distances()
                        .get("cpu"))
                .isEqualTo(75, EXACTLY);
    }

    @Test
    void aMachineWithoutRoomsUsesSomethingAllTheSame() {
        assertThat(points(NOTHING, "a=0/0,c=4,gb=8,n=0,y=0", "cpu")).isEqualTo(81);
        assertThat(points(NOTHING, "a=0/0,c=4,gb=8,n=0,y=0", "memory")).isEqualTo(65);
    }

    @Test
    void aMemoryReadingFarBelowWhatTheRoomsCostIsNotBelieved() {
        // 40 rooms of 1.25 points count half: 50 with the base; believed is what is at least 25.
        assertThat(points(TENTH, "a=60/0,gb=8,n=40,y=0", "memory")).isEqualTo(90 - 50 - 5, EXACTLY);
        assertThat(points(TENTH, "a=60/25,gb=8,n=40,y=0", "memory")).isEqualTo(90 - 25 - 5, EXACTLY);
        assertThat(outlook(SETTINGS, TENTH, view("a=60/0,gb=8,n=40,y=0")).left())
                .contains(Omission.MEMORY_NOT_BELIEVED);
    }

    @Test
    void furtherResourcesJoinWithTheirOwnCeilingAndWithoutCorrection() {
        Outlook outlook = outlook(SETTINGS, TENTH, view("a=20/30,c=4,gb=8,n=4,y=0,sockets=70,sockets<80"));
        assertThat(outlook.distances()).containsEntry("sockets", 10.0);
        assertThat(outlook.binding()).isEqualTo("sockets");
        assertThat(outlook.perRoom()).containsOnlyKeys("cpu", "memory");
    }

    @Test
    void ofARoomOfAnotherClassTheReserveIsThatMuchLarger() {
        ServiceView view = view("a=20/30,c=4,gb=8,n=4,y=0");
        Placement placement =
                new Placer(SETTINGS, TENTH).place(PlacementRequest.plain().withCost(2.5), view, null, bound -> 0);
        Outlook outlook = Objects.requireNonNull(placement.offers().get(0).outlook());
        assertThat(outlook.load().reserve()).isEqualTo(10);
    }

    // ---- weight

    @Test
    void theWeightIsTheCoresTimesTheSquareOfTheMargin() {
        assertThat(outlook(SETTINGS, TENTH, view("a=20/30,c=4,gb=8,n=4,y=0")).weight())
                .isEqualTo(4 * 55 * 55, EXACTLY);
        assertThat(outlook(without(Term.CAPACITY), TENTH, view("a=20/30,c=4,gb=8,n=4,y=0"))
                        .weight())
                .isEqualTo(55 * 55, EXACTLY);
    }

    @Test
    void aMarginBelowZeroHasNoWeight() {
        assertThat(outlook(SETTINGS, TENTH, view("a=80/30,c=4,n=30,y=0")).points())
                .isEqualTo(-5, EXACTLY);
        assertThat(outlook(SETTINGS, TENTH, view("a=80/30,c=4,n=30,y=0")).weight())
                .isZero();
    }

    @Test
    void withoutAnyTermItIsTheSquareOfTheReportedMargin() {
        SchedulerState state = TENTH.placed(owner("a#1"), 5, at(0));
        assertThat(outlook(bare(), state, view("a=0/30,c=4,gb=8,n=20,y=2,up=0").withSchedulers(4))
                        .weight())
                .isEqualTo(60 * 60, EXACTLY);
    }

    // ---- what is not known

    @Test
    void anInstanceThatDoesNotSayHowLargeItIsCountsAsTheSmallestAndIsNotCorrected() {
        ServiceView view = view("a=20/30,n=4,y=0 b=20/30,c=16,n=4,y=0 c=20/30,c=2,n=4,y=0");
        Outlook outlook = outlook(SETTINGS, TENTH, view);
        assertThat(outlook.size()).isEqualTo(2);
        assertThat(outlook.distances()).containsEntry("cpu", 65.0).containsEntry("memory", 60.0);
        assertThat(outlook.left()).containsExactly(Omission.CAPACITY_UNKNOWN, Omission.MEMORY_LIMIT_UNKNOWN);
        assertThat(outlook(SETTINGS, TENTH, view("a=20/30")).size()).isEqualTo(1);
    }

    @Test
    void whereRoomsAreNotCountedTheSensorIsBelievedAndTheReserveStays() {
        Outlook outlook = outlook(SETTINGS, TENTH, view("a=0/30,c=4,gb=8"));
        assertThat(outlook.distances().get("cpu")).isEqualTo(75, EXACTLY);
        assertThat(outlook.left()).containsExactly(Omission.ROOMS_UNKNOWN);
    }

    @Test
    void whereGrowthIsNotKnownItIsLeftOutAndSaid() {
        Outlook outlook = outlook(SETTINGS, TENTH, view("a=20/30,c=4,gb=8,n=4"));
        assertThat(outlook.load().growth()).isZero();
        assertThat(outlook.left()).containsExactly(Omission.GROWTH_UNKNOWN);
    }

    // ---- settings

    @ParameterizedTest
    @EnumSource(Term.class)
    void everyTermCanBeSwitchedOff(Term term) {
        assertThat(PlacementTerms.standard().has(term)).isTrue();
        PlacementTerms fewer = PlacementTerms.standard().without(term);
        assertThat(fewer.has(term)).isFalse();
        assertThat(Term.of(term.label())).hasValue(term);
        Outlook outlook = outlook(SETTINGS.with(fewer), TENTH, view("a=20/30,c=4,gb=8,n=4,y=0"));
        assertThat(outlook.left())
                .extracting(Omission::words)
                .singleElement()
                .satisfies(words -> assertThat(words).endsWith("switched off"));
    }

    @Test
    void termsOutOfRangeAreRefusedWithTheirRange() {
        PlacementTerms terms = PlacementTerms.standard();
        assertThatThrownBy(() -> terms.withReserve(-1)).hasMessage("growth-reserve is -1.0: use rooms from 0 to 1000");
        assertThatThrownBy(() -> terms.withReserve(Double.NaN)).hasMessageContaining("growth-reserve is NaN");
        assertThatThrownBy(() -> terms.withWarmUp(Duration.ZERO, 0.5)).hasMessage("warm-up is PT0S: use 1ms to 1h");
        assertThatThrownBy(() -> terms.withWarmUp(Duration.ofHours(2), 0.5)).hasMessageContaining("warm-up is PT2H");
        assertThatThrownBy(() -> terms.withWarmUp(Duration.ofSeconds(1), 0))
                .hasMessage("cold-share is 0.0: use 0.01 to 1");
        assertThatThrownBy(() -> terms.withSlack(Duration.ofMinutes(2)))
                .hasMessage("in-flight-slack is PT2M: use 0s to 1m");
        assertThatThrownBy(() -> PlacementRequest.plain().withCost(0))
                .hasMessage("cost is 0.0: use a number above 0 and at most 1000");
        assertThatThrownBy(() -> new RoomCost(-1, 0)).hasMessage("cores of a room is -1.0: use 0 or more");
        assertThatThrownBy(() -> new RoomCost(0, Double.NaN)).hasMessage("bytes of a room is NaN: use 0 or more");
        assertThatThrownBy(() -> view("a=1/1").withSchedulers(0)).hasMessage("schedulers is 0: use 1 or more");
        assertThatThrownBy(() -> new ServiceView(
                        PlacementBench.SERVICE, view("a=1/1").candidates(), true, Duration.ofSeconds(1), 1))
                .hasMessageContaining("age of the view of service battle is PT1S");
    }

    @Test
    void aViewThatIsReadLaterHasOlderSamples() {
        assertThat(view("a=1/1,age=2")
                        .later(Duration.ofSeconds(3))
                        .candidates()
                        .get(0)
                        .sampleAge())
                .isEqualTo(Duration.ofSeconds(5));
    }
}
