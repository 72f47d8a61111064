package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.NodeId;
import io.fairlead.load.Averaging;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the rules come to where two of them meet; most of these were found by the oracle. */
class RareCasesTest {

    private static final Duration ROUND = Duration.ofSeconds(5);

    private static PrimarySettings steady() {
        return PrimarySettings.of(Profile.STEADY, ROUND);
    }

    private static Reason reason(Bench bench) {
        return bench.decision().reason();
    }

    private static Standing standing(Evaluation evaluation, String id) {
        return Objects.requireNonNull(evaluation.standings().get(Bench.node(id)));
    }

    @Test
    void aCapacityThatWouldMakeARoleLoadEndlessIsRefused() {
        NodeObservation node = NodeObservation.fresh("a", 1, Metrics.ofCpu(20));
        assertThat(node.withCapacity(NodeObservation.LEAST_CAPACITY).capacity()).isEqualTo(0.001);
        for (double bad : new double[] {1e-320, 0, 0.00099, -1, 1_000_001, Double.NaN}) {
            assertThatThrownBy(() -> node.withCapacity(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("capacity is " + bad + ": use a number from 0.001 to 1000000");
        }
    }

    @Test
    void theRoundThatBringsTheLastSampleOfTheFirstWindowEndsTheObservation() {
        PrimarySettings quick = steady().with(steady().rule().withWarmUpWindows(new ByGroupSize(0, 0, 0)));
        Bench bench = new Bench(quick).rounds(60, "a=40 b=-").rounds(29, "a=40 b=10");
        assertThat(bench.standing("b").failed()).isEqualTo(PrimaryQuestion.OBSERVED);
        assertThat(bench.round("a=40 b=10").decision().comparison().k()).isEqualTo(2);
        assertThat(bench.standing("b").eligible()).isTrue();
    }

    @Test
    void underClassicASilentPrimaryIsLeftAsSoonAsAStandbyIsMeasuredHoweverLateThatIs() {
        Bench bench = Bench.classic().rounds(60, "a=20 b=20").rounds(100, "a=- b=-");
        assertThat(bench.primary()).isEqualTo("a");
        bench.round("a=- b=20");
        assertThat(reason(bench)).isEqualTo(Reason.PRIMARY_UNAVAILABLE);
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void underClassicAPrimaryThatNeverDeliversIsLeftAfterAWindow() {
        Bench bench = Bench.classic().rounds(30, "a=- b=20");
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.round("a=- b=20").decision().reason()).isEqualTo(Reason.PRIMARY_UNAVAILABLE);
    }

    @Test
    void underClassicAnOperatorMayMoveTheRoleWhenNobodyIsMeasured() {
        Bench bench = Bench.classic().rounds(60, "a=20 b=20").rounds(40, "a=- b=-");
        assertThat(reason(bench)).isEqualTo(Reason.PRIMARY_UNMEASURED);
        assertThat(bench.hasAlarm(Alarm.Kind.PRIMARY_UNMEASURED)).isTrue();
        bench.order(Orders.none().withSwitchover(Bench.node("b"))).round("a=- b=-");
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void underClassicAnUnmeasuredPrimaryThatIsAloneRaisesTheNoStandbyAlarm() {
        Bench bench = Bench.classic().rounds(60, "a=20 b=20").rounds(40, "a=- b=dead");
        assertThat(bench.hasAlarm(Alarm.Kind.NO_STANDBY)).isTrue();
    }

    @Test
    void aFirstPrimaryThatWaitsWaitsForThePreferredNodeTooAndNotForTheWarmUp() {
        Bench bench = new Bench(steady().with(Bootstrap.WAIT, Bench.node("b")));
        bench.rounds(29, "a=10 b=50");
        assertThat(reason(bench)).isEqualTo(Reason.WAITING_FOR_OBSERVATION);
        bench.round("a=10 b=50");
        assertThat(reason(bench)).isEqualTo(Reason.BOOTSTRAP);
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void aFirstPrimaryThatWaitsIsTheLeastLoadedWhereThePreferredOneIsNotObserved() {
        Bench bench = new Bench(steady().with(Bootstrap.WAIT, Bench.node("c")));
        bench.rounds(31, "a=40 b=10 c=-");
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void aFirstPrimaryTakesOnTheKnownRoleLoadInItsAverage() {
        Bench bench = new Bench(steady().withRoleLoad(20).with(Bootstrap.WAIT, null));
        bench.rounds(30, "a=30 b=40");
        assertThat(bench.average("a")).isCloseTo(50, within(1e-9));
    }

    @Test
    void aPauseEndsTheStreak() {
        Bench bench = Bench.steady().rounds(100, "a=20 b=20");
        while (bench.decision().comparison().streak() < 3) {
            bench.round("a=90 b=20");
        }
        bench.order(Orders.none().with(Pause.ALL)).rounds(3, "a=90 b=20");
        bench.order(Orders.none()).round("a=90 b=20");
        assertThat(bench.decision().comparison().streak()).isEqualTo(1);
    }

    @Test
    void aMoveThatWasOnlyShownHoldsBackNothingReal() {
        Bench bench =
                Bench.classic().rounds(130, "a=20 b=20").order(Orders.none().with(Observe.PREFERENCE));
        while (bench.decision().kind() != Decision.Kind.WOULD_SWITCH) {
            bench.round("a=90 b=20");
        }
        bench.order(Orders.none());
        // Four confirmations at k=2.
        assertThat(bench.roundsUntilMove(10, "a=90 b=20")).isEqualTo(4);
    }

    @Test
    void aSuspectPrimaryIsLeftEvenIfItsSensorAlsoJumpsAbout() {
        // b lies: its load hardly rises, and jumps about, when it takes the role of a known 25 points from a.
        Bench bench = new Bench(steady().withRoleLoad(25)).rounds(100, "a=70 b=10");
        assertThat(bench.primary()).isEqualTo("b");
        for (int i = 0; i < 40; i++) {
            bench.round("a=20 b=0");
            bench.round("a=20 b=34");
        }
        assertThat(bench.moves().stream().map(Decision::reason)).last().isEqualTo(Reason.SENSOR_SUSPECT);
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.state().gainWatch()).isNull();
    }

    @Test
    void aNodeThatLostTheRoleToNobodyWasPrimaryLast() {
        Bench bench = Bench.steady().rounds(5, "a=- b=-").rounds(1, "a=dead b=dead");
        assertThat(bench.primary()).isEqualTo("nobody");
        bench.round("a=- b=-");
        // Neither is measured; b has never been primary, a was.
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void anOperatorsBestNodeIsAmongEqualsTheOneThatWasPrimaryLeastRecently() {
        Bench bench = new Bench(steady().withRoleLoad(0)).rounds(100, "a=20 b=20 c=20");
        bench.order(Orders.none().withSwitchover(Bench.node("c"))).round("a=20 b=20 c=20");
        bench.rounds(60, "a=20 b=20 c=20");
        bench.order(Orders.none().withSwitchover(null)).round("a=20 b=20 c=20");
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void amongEqualsLoadMovesTheRoleToTheNodeThatWasPrimaryLeastRecently() {
        Bench bench = new Bench(steady().withRoleLoad(0)).rounds(100, "a=20 b=20 c=20");
        bench.order(Orders.none().withSwitchover(Bench.node("c"))).round("a=20 b=20 c=20");
        bench.rounds(100, "a=20 b=20 c=20");
        bench.roundsUntilMove(60, "a=20 b=20 c=90");
        assertThat(reason(bench)).isEqualTo(Reason.LESS_LOADED_STANDBY);
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void aFailoverTakesANodeOfWhichLittleIsKnownBeforeOneOfWhichNothingIs() {
        Bench bench = Bench.steady().rounds(40, "a=20 b=- c=20").rounds(20, "a=20 b=- c=-");
        assertThat(bench.standing("c").measured()).isFalse();
        bench.round("a=dead b=- c=-");
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void aNodeHeardOfLastForeverAgoIsDeadAndTheRoundGoesOn() {
        PrimarySettings patient = steady().withHeartbeatTimeout(ChronoUnit.FOREVER.getDuration());
        TreeMap<NodeId, NodeObservation> nodes = new TreeMap<>(Map.of(
                Bench.node("a"), NodeObservation.fresh("p", 1, Metrics.ofCpu(20)),
                Bench.node("b"),
                        NodeObservation.fresh("p", 1, Metrics.ofCpu(20))
                                .withHeartbeatAge(ChronoUnit.FOREVER.getDuration())));
        Observation seen = Observation.of(Duration.ofDays(365_000), nodes);
        Evaluation evaluation = new PrimarySelector(steady()).evaluate(GroupState.initial(), seen);
        assertThat(standing(evaluation, "b").alive()).isFalse();
        Evaluation patiently = new PrimarySelector(patient).evaluate(GroupState.initial(), seen);
        assertThat(standing(patiently, "b").alive()).isTrue();
        assertThatThrownBy(() -> Observation.of(ChronoUnit.FOREVER.getDuration(), nodes))
                .hasMessageContaining("at is")
                .hasMessageContaining("365000 days");
    }

    @Test
    void aliveMeansTheSameForTheWarmUpAsForTheElectionDownToTheNanosecond() {
        NodeObservation late = NodeObservation.fresh("p", 1, Metrics.ofCpu(20))
                .withHeartbeatAge(steady().heartbeatTimeout().plusNanos(1));
        TreeMap<NodeId, NodeObservation> nodes = new TreeMap<>(Map.of(Bench.node("a"), late));
        Evaluation evaluation =
                new PrimarySelector(steady()).evaluate(GroupState.initial(), Observation.of(ROUND, nodes));
        Standing standing = standing(evaluation, "a");
        assertThat(standing.alive()).isFalse();
        assertThat(standing.state().stableRounds()).isZero();
    }

    /** Four points of noise on machines of capacity 4 are sixteen on one of capacity 1. */
    @Test
    void theMarginOfALessonGrowsWithTheMachinesThatTaughtIt() {
        double[] margins = new double[2];
        for (int i = 0; i < 2; i++) {
            String size = i == 0 ? "" : "*4";
            Bench bench = new Bench(steady()).rounds(100, "a=20" + size + " b=20" + size);
            bench.order(Orders.none().withSwitchover(Bench.node("b")));
            for (int round = 0; round < 40; round++) {
                double jitter = round % 2 * 4;
                bench.round("a=" + (20 + jitter) + size + " b=" + (24 - jitter) + size);
            }
            assertThat(bench.last().roleLoad().source()).isEqualTo(RoleLoad.Source.LEARNED);
            margins[i] = bench.last().roleLoad().margin();
        }
        // 1.28 standard errors of 1.25 x a noise of 1.05 x 4 points.
        assertThat(margins[0]).isCloseTo(1.28 * 1.25 * 4.2, within(1e-9));
        assertThat(margins[1]).isCloseTo(4 * margins[0], within(1e-9));
    }

    @Test
    void aLessonFromOneSideAloneHasAWiderMarginAndTheNoiseOfThatSideOnly() {
        Bench bench = new Bench(steady()).rounds(100, "a=20 b=20");
        for (int round = 0; round < 40; round++) {
            bench.round("a=dead b=" + (20 + round % 2 * 4));
        }
        assertThat(bench.last().roleLoad().margin()).isCloseTo(1.28 * 1.25 * 4.2 * Math.sqrt(2), within(1e-9));
    }

    @Test
    void theNewProcessOfARestartedPrimaryTeachesNothingOfTheTimeBefore() {
        // At 60 s rounds one sample is a mean: that of the new process must not pass for the load before.
        PrimarySettings coarse =
                PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(60)).with(Averaging.windowLong(5));
        Bench bench = new Bench(coarse).rounds(20, "a=30 b=20");
        bench.round("a=5! b=20");
        assertThat(bench.primary()).isEqualTo("b");
        bench.rounds(4, "a=5 b=45");
        assertThat(bench.state().roleLoad().learned()).last().isEqualTo(25.0);
    }
}
