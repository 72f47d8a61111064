package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.knowing;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scheduler learns from reports, what it remembers of its own placements, and for how long. */
class SchedulerStateTest {

    private static final Offset<Double> EXACTLY = within(1e-9);

    private static SchedulerState learnt(String line) {
        return SchedulerState.initial().learn(view(line), SETTINGS, at(0));
    }

    private static SchedulerState after(int looks, String line) {
        SchedulerState state = SchedulerState.initial();
        for (int i = 1; i <= looks; i++) {
            state = state.learn(view(line, i), SETTINGS, at(3 * i));
        }
        return state;
    }

    // ---- what a room costs

    @Test
    void theCostOfARoomIsWhatAllRoomsUseOverTheirNumber() {
        // (24-4) % of 4 cores and (14-4) % of 8 are 1.6 cores; 10 rooms and 6 that count as 6.
        RoomCost cost =
                after(40, "a=24/50,c=4,gb=8,n=10,y=0 b=14/25,c=8,gb=8,n=8,y=2").cost();
        assertThat(cost.cores()).isEqualTo(1.6 / 16, within(1e-6));
        assertThat(cost.bytes()).isEqualTo(2e9 / 16, within(1e3));
    }

    @Test
    void eachNewReportMovesItByAHalfOverTheNumberOfInstances() {
        assertThat(learnt("a=24/50,c=4,gb=8,n=8,y=0").cost().cores()).isEqualTo(0.05, EXACTLY);
        // two instances, two new reports: 1 - 0.75 * 0.75 of it
        assertThat(learnt("a=24/50,c=4,n=8,y=0 b=24/50,c=4,n=8,y=0").cost().cores())
                .isEqualTo(0.1 * 0.4375, EXACTLY);
    }

    @Test
    void aReportThatWasCountedIsNotCountedAgain() {
        SchedulerState once = learnt("a=24/50,c=4,gb=8,n=8,y=0");
        SchedulerState again = once.learn(view("a=24/50,c=4,gb=8,n=8,y=0"), SETTINGS, at(1));
        assertThat(again.cost()).isEqualTo(once.cost());
        assertThat(again.learn(view("a=24/50,c=4,gb=8,n=8,y=0", 2), SETTINGS, at(3))
                        .cost()
                        .cores())
                .isEqualTo(0.075, EXACTLY);
        assertThat(again.learn(view("a=24/50,c=4,gb=8,n=8,y=0,run=2"), SETTINGS, at(3))
                        .cost()
                        .cores())
                .as("the same sequence of another process is news")
                .isEqualTo(0.075, EXACTLY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=24/50,c=4,gb=8,n=0,y=0", "a=24/50,c=4,gb=8,n=3,y=2.5", ""})
    void belowOneGrownRoomInAllTheCostStaysWhatItWas(String line) {
        assertThat(knowing(0.3, 7e6).learn(view(line), SETTINGS, at(3)).cost()).isEqualTo(new RoomCost(0.3, 7e6));
        assertThat(learnt(line).cost()).isEqualTo(RoomCost.unknown());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b=90/90,gb=8,c=4",
                "b=90/90,n=100,y=0",
                "b=-/-,c=4,gb=8,n=100,y=0",
                "b=90/90,c=4,gb=8,n=100,y=0,age=9"
            })
    void anInstanceThatDoesNotSayWhatIsNeededIsLeftOutOfTheSums(String other) {
        assertThat(learnt("a=24/50,c=4,gb=8,n=8,y=0 " + other).cost())
                .isEqualTo(learnt("a=24/50,c=4,gb=8,n=8,y=0").cost());
    }

    @Test
    void roomsOfUnknownAgeCountAsGrown() {
        assertThat(learnt("a=24/50,c=4,n=8").cost())
                .isEqualTo(learnt("a=24/50,c=4,n=8,y=0").cost());
    }

    @Test
    void anIdleMachineTeachesNoNegativeCost() {
        assertThat(learnt("a=1/10,c=4,gb=8,n=8,y=0").cost()).isEqualTo(RoomCost.unknown());
    }

    @Test
    void aViewThatIsNotCurrentTeachesNothing() {
        SchedulerState state = knowing(0.1, 1e8).placed(owner("a#1"), 1, at(0));
        assertThat(state.learn(view("a=50/50,c=4,gb=8,n=8,y=0").outdated(), SETTINGS, at(60)))
                .isEqualTo(state);
    }

    // ---- in flight

    @ParameterizedTest
    @CsvSource({"10.5,0,1", "10.6,0,1", "10.601,0,0", "13.6,3,1", "13.7,3,0"})
    void aPlacementIsInFlightUntilASampleEndsLaterThanItAndTheSlack(double now, double age, double left) {
        SchedulerState state = SchedulerState.initial()
                .placed(owner("a#1"), 1, at(10))
                .learn(view("a=20/10,age=" + age), SETTINGS, at(now));
        assertThat(state.inFlight().rooms(owner("a#1"))).isEqualTo(left);
    }

    @Test
    void aRoomOfAnotherClassCountsAsThatMany() {
        SchedulerState state = SchedulerState.initial()
                .placed(owner("a#1"), 2.5, at(1))
                .placed(owner("a#1"), 0.5, at(5))
                .placed(owner("b#1"), 1, at(5));
        assertThat(state.inFlight().rooms(owner("a#1"))).isEqualTo(3);
        assertThat(state.learn(view("a=20/10 b=20/10"), SETTINGS, at(2))
                        .inFlight()
                        .rooms(owner("a#1")))
                .as("the earlier one is shown")
                .isEqualTo(0.5);
    }

    @Test
    void whatWentToAProcessThatIsGoneIsNoLongerInFlight() {
        SchedulerState state =
                SchedulerState.initial().placed(owner("a#1"), 1, at(1)).placed(owner("b#1"), 1, at(1));
        SchedulerState next = state.learn(view("a=20/10,run=2,age=5"), SETTINGS, at(2));
        assertThat(next.inFlight().flights()).isEmpty();
        assertThat(state.placed(owner("a#2"), 1, at(2)).inFlight().rooms(owner("a#1")))
                .isZero();
    }

    @Test
    void howeverManyRoomsAreInFlightTheMemoryOfThemIsBoundedAndNoneIsForgotten() {
        SchedulerState state = SchedulerState.initial();
        for (int i = 0; i < 5_000; i++) {
            state = state.placed(owner("a#1"), 1, at(i * 0.05));
        }
        assertThat(state.inFlight().rooms(owner("a#1"))).isEqualTo(5_000);
        assertThat(state.inFlight().flights().values())
                .singleElement()
                .satisfies(flight -> assertThat(flight.batches()).hasSizeLessThanOrEqualTo(InFlight.MOST_BATCHES));
        SchedulerState shown = state.learn(view("a=20/10,age=2"), SETTINGS, at(250));
        assertThat(shown.inFlight().rooms(owner("a#1"))).isBetween(40.0, 60.0);
    }

    @Test
    void aPlacementThatIsToldLateIsNotForgottenEarly() {
        SchedulerState state =
                SchedulerState.initial().placed(owner("a#1"), 1, at(10)).placed(owner("a#1"), 1, at(9));
        assertThat(state.learn(view("a=20/10"), SETTINGS, at(10)).inFlight().rooms(owner("a#1")))
                .isEqualTo(2);
    }

    // ---- suspects

    @ParameterizedTest
    @CsvSource({"10,0,true", "10.5,0.5,true", "12,2.5,true", "11,0.5,false"})
    void aProcessIsSuspectUntilASampleEndsAfterTheFailedConnect(double now, double age, boolean suspect) {
        SchedulerState state = SchedulerState.initial()
                .learn(view("a=20/10 b=20/10"), SETTINGS, at(9))
                .connectFailed(owner("a#1"), at(10))
                .learn(view("a=20/10,age=" + age + " b=20/10", 2), SETTINGS, at(now));
        assertThat(state.isSuspect(owner("a#1"))).isEqualTo(suspect);
        assertThat(state.isSuspect(owner("b#1"))).isFalse();
    }

    @Test
    void aRestartedProcessIsNotSuspectAndAStrangerLeavesNoTrace() {
        SchedulerState state = SchedulerState.initial().learn(view("a=20/10"), SETTINGS, at(9));
        assertThat(state.connectFailed(owner("x#1"), at(10)).failed()).isEmpty();
        assertThat(state.connectFailed(owner("a#9"), at(10)).failed()).isEmpty();
        SchedulerState failed = state.connectFailed(owner("a#1"), at(10));
        assertThat(failed.isSuspect(owner("a#2"))).isFalse();
        assertThat(failed.learn(view("a=20/10,run=2,age=5"), SETTINGS, at(11)).failed())
                .isEmpty();
        assertThat(failed.learn(view("b=20/10"), SETTINGS, at(11)).failed()).isEmpty();
    }
}
