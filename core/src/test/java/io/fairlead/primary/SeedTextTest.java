package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.load.Averaging;
import io.fairlead.load.LoadAverage;
import io.fairlead.load.LoadFormula;
import java.time.Duration;
import java.util.Arrays;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One test for each sentence of the method's text that states a rule, under {@code classic}, which follows it to the
 * letter. The number in a name is the section of the text. Where {@code steady} deviates, the test says so and names
 * the decision record.
 */
class SeedTextTest {

    private static final String QUIET = "a=20 b=20";

    // ---- Section 1: why a plain comparison is not enough

    @Test
    void s1_aMomentaryJumpOfThePrimaryMovesNothing() {
        Bench bench = Bench.classic().rounds(90, QUIET);
        bench.round("a=80 b=20");
        bench.rounds(60, QUIET);
        assertThat(bench.preferenceMoves()).isZero();
    }

    @Test
    void s1_theRuleKnowsHowManyMachinesThereAre() {
        SwitchRule rule = SwitchRule.literal();
        assertThat(rule.hysteresis().at(2))
                .isGreaterThan(rule.hysteresis().at(3))
                .isGreaterThan(rule.hysteresis().at(5));
    }

    @Test
    void s1_withTwoMachinesTheOtherTakesOverUnconditionallyWhenThePrimaryDies() {
        Bench bench = Bench.classic().rounds(40, "a=20 b=99");
        bench.round("a=dead b=99");
        assertThat(bench.primary()).isEqualTo("b");
        assertThat(bench.decision().cause()).isEqualTo(Cause.FAILOVER);
    }

    // ---- Section 2: the average

    @ParameterizedTest
    @CsvSource({"1, 60", "2.5, 60", "5, 30", "10, 15", "30, 5", "60, 5"})
    void s2_theWindowFollowsTheSampleIntervalAndStaysBetweenOneAndFiveMinutes(double seconds, int window) {
        Duration interval = Duration.ofMillis((long) (seconds * 1000));
        assertThat(Averaging.defaultWindow(interval)).isEqualTo(window);
        assertThat(PrimarySettings.of(Profile.CLASSIC, interval).warnings()).isEmpty();
    }

    @Test
    void s2_aWindowOutsideOneToFiveMinutesIsSaidToBeUnusual() {
        assertThat(PrimarySettings.of(Profile.CLASSIC, Duration.ofMinutes(5)).warnings())
                .singleElement()
                .asString()
                .contains("1500.0 s", "60 to 300 s");
    }

    /** The text promises that a burst of a dozen seconds is thinned out; with its weight of 0.3 half of it is seen. */
    @Test
    void s2_aBurstIsThinnedOutAndAClimbShowsWithinTensOfSeconds() {
        LoadAverage burst = average(Averaging.fixedWeight(30), 20, 20, 80, 80);
        assertThat(burst.value()).isLessThan(80);
        LoadAverage climb = average(Averaging.fixedWeight(30), 20, 80, 80, 80, 80, 80, 80);
        assertThat(climb.value()).isGreaterThan(70);
    }

    /** steady deviates: its average remembers the whole window, see ADR 0005. */
    @Test
    void s2_steadyThinsTheSameBurstTenfoldMore() {
        assertThat(average(Averaging.windowLong(30), filled(30, 20, 80, 80, 80)).value())
                .isLessThan(26);
        assertThat(average(Averaging.fixedWeight(30), filled(30, 20, 80, 80, 80))
                        .value())
                .isGreaterThan(55);
    }

    @Test
    void s2_theAverageIsWeightTimesSamplePlusTheRestTimesTheAverageBefore() {
        assertThat(average(Averaging.fixedWeight(30), 10, 50).value()).isCloseTo(0.3 * 50 + 0.7 * 10, within(1e-12));
    }

    @Test
    void s2_anOlderSampleWeighsLessThanAYoungerOne() {
        double older = average(Averaging.fixedWeight(30), 20, 60, 20, 20).value();
        double younger = average(Averaging.fixedWeight(30), 20, 20, 20, 60).value();
        assertThat(older).isLessThan(younger);
    }

    @Test
    void s2_aLargerWeightFollowsTheNewestSampleFaster() {
        Averaging quick = new Averaging(30, 0.4, Double.POSITIVE_INFINITY, false);
        Averaging slow = new Averaging(30, 0.2, Double.POSITIVE_INFINITY, false);
        assertThat(average(quick, 20, 80).value())
                .isGreaterThan(average(slow, 20, 80).value());
    }

    @Test
    void s2_aWeightOutsideTheUsualRangeIsSaidToBeUnusual() {
        PrimarySettings settings = PrimarySettings.of(Profile.CLASSIC, Duration.ofSeconds(5))
                .with(new Averaging(30, 0.5, Double.POSITIVE_INFINITY, false));
        assertThat(settings.warnings()).singleElement().asString().contains("weight is 0.5", "0.2 to 0.4");
    }

    @Test
    void s2_forOneWindowAfterItsStartANodeIsAveragedButNotCompared() {
        Bench bench = Bench.classic().rounds(29, "a=90 b=10");
        assertThat(bench.decision().reason()).isEqualTo(Reason.OBSERVING);
        assertThat(bench.average("a")).isCloseTo(90, within(1e-9));
        bench.round("a=90 b=10");
        assertThat(bench.decision().reason()).isEqualTo(Reason.CONFIRMING);
    }

    @Test
    void s2_aStandbyThatIsStartingIsNoCandidateHoweverIdleItLooks() {
        Bench bench = Bench.classic().rounds(100, "a=60 b=60");
        bench.round("a=60 b=0!");
        bench.rounds(28, "a=60 b=0");
        assertThat(bench.preferenceMoves()).isZero();
        assertThat(bench.standing("b").failed()).isEqualTo(PrimaryQuestion.OBSERVED);
    }

    // ---- Section 3: the number of machines

    @Test
    void s3_withTwoMachinesSlightlyWorseIsNotEnough() {
        Bench bench = Bench.classic().rounds(300, "a=34 b=20");
        assertThat(bench.preferenceMoves()).isZero();
    }

    @Test
    void s3_withTwoMachinesClearlyWorseForSeveralRoundsIsEnough() {
        Bench bench = Bench.classic().rounds(90, QUIET);
        assertThat(bench.roundsUntilMove(20, "a=60 b=20")).isEqualTo(5);
    }

    @Test
    void s3_withThreeMachinesAnIdleOneTakesOverAtADifferenceThatTwoWouldLeaveAlone() {
        assertThat(Bench.classic().rounds(200, "a=34 b=20").preferenceMoves()).isZero();
        assertThat(Bench.classic().rounds(200, "a=34 b=20 c=34").preferenceMoves())
                .isEqualTo(1);
    }

    @Test
    void s3_aDifferenceOfExactlyTheThresholdIsNotAboveIt() {
        Bench at = Bench.classic().rounds(200, "a=40 b=25");
        assertThat(at.decision().comparison().advantage())
                .isEqualTo(at.decision().comparison().hysteresis());
        assertThat(at.preferenceMoves()).isZero();
        assertThat(at.decision().reason()).isEqualTo(Reason.WITHIN_HYSTERESIS);
        assertThat(Bench.classic().rounds(200, "a=40.01 b=25").preferenceMoves())
                .isEqualTo(1);
    }

    /** steady deviates: with the role's own load corrected, machines no longer take turns, see ADR 0007. */
    @Test
    void s3_withTheRoleCostingLoadThreeMachinesTakeTurnsUnderTheTextAndRestUnderSteady() {
        assertThat(turns(Bench.classic())).isGreaterThan(8);
        assertThat(turns(Bench.steady())).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"2, 15", "3, 10", "5, 6", "10, 3"})
    void s3_theThresholdIsTheBaseTimesTwoOverTheNumberOfMachines(int k, double threshold) {
        assertThat(SwitchRule.literal().hysteresis().at(k)).isCloseTo(threshold, within(1e-12));
    }

    /** steady deviates: a floor keeps a large group's threshold above the noise, see ADR 0006. */
    @ParameterizedTest
    @CsvSource({"2, 15", "3, 12", "5, 12", "50, 12"})
    void s3_steadyNeverLowersTheThresholdBelowItsFloor(int k, double threshold) {
        assertThat(SwitchRule.floored().hysteresis().at(k)).isCloseTo(threshold, within(1e-12));
    }

    @Test
    void s3_theWatchBeforeASwitchIsThreeWindowsForTwoMachinesAndOneForFour() {
        assertThat(Bench.classic().roundsUntilMove(200, "a=90 b=20")).isEqualTo(1);
        assertThat(firstPreferenceMove(Bench.classic(), "a=90 b=20")).isEqualTo(91);
        assertThat(firstPreferenceMove(Bench.classic(), "a=90 b=20 c=90")).isEqualTo(61);
        assertThat(firstPreferenceMove(Bench.classic(), "a=90 b=20 c=90 d=90")).isEqualTo(31);
    }

    @Test
    void s3_theNumberOfMachinesIsTheNumberOfFreshHeartbeatsNow() {
        Bench bench = Bench.classic().rounds(40, "a=20 b=20 c=20 d=20 e=20");
        assertThat(bench.decision().comparison().k()).isEqualTo(5);
        bench.round("a=20 b=20 c=20 d=dead e=dead");
        assertThat(bench.decision().comparison().k()).isEqualTo(3);
        assertThat(bench.decision().comparison().hysteresis()).isCloseTo(10, within(1e-12));
        bench.round("a=20 b=20 c=20 d=20 e=dead");
        assertThat(bench.decision().comparison().k()).isEqualTo(4);
    }

    /** steady deviates: it falls at once and rises only when a machine has been watched, see ADR 0008. */
    @Test
    void s3_underSteadyANewMachineCountsOnceItHasBeenObserved() {
        Bench bench = Bench.steady().rounds(95, QUIET);
        bench.rounds(29, "a=20 b=20 c=20");
        assertThat(bench.decision().comparison().k()).isEqualTo(2);
        bench.round("a=20 b=20 c=20");
        assertThat(bench.decision().comparison().k()).isEqualTo(3);
        bench.round("a=20 b=20 c=dead");
        assertThat(bench.decision().comparison().k()).isEqualTo(2);
    }

    // ---- Section 4: the chain of a decision

    @Test
    void s4_theLoadIsFourPartsCpuThreeMemoryTwoDiskOneNetwork() {
        Bench bench = Bench.classic();
        bench.round("a=cpu:10/memory:20/disk:30/network:40 b=cpu:100/memory:100/disk:100/network:100");
        assertThat(bench.average("a")).isCloseTo(4 + 6 + 6 + 4, within(1e-9));
        assertThat(bench.average("b")).isCloseTo(100, within(1e-9));
    }

    @Test
    void s4_thePrimaryTakesPartAndIfItIsLeastLoadedAllStaysAsItIs() {
        Bench bench = Bench.classic().rounds(200, "a=10 b=60 c=70");
        assertThat(bench.decision().reason()).isEqualTo(Reason.LEAST_LOADED);
        assertThat(bench.preferenceMoves()).isZero();
    }

    @Test
    void s4_theLeastLoadedNodeIsTheCandidate() {
        Bench bench = Bench.classic().rounds(61, "a=90 b=60 c=30");
        assertThat(bench.decision().to()).isEqualTo(Bench.node("c"));
        assertThat(bench.decision().reason()).isEqualTo(Reason.LESS_LOADED_STANDBY);
    }

    @Test
    void s4_theCounterCountsRoundsAboveTheThresholdAndStartsAnewWhenOneFallsBelow() {
        Bench bench = Bench.classic().rounds(100, QUIET);
        bench.rounds(3, "a=60 b=20");
        assertThat(bench.decision().comparison().streak()).isEqualTo(2);
        bench.rounds(8, QUIET);
        assertThat(bench.decision().comparison().streak()).isZero();
        assertThat(bench.decision().reason()).isEqualTo(Reason.WITHIN_HYSTERESIS);
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "3, 3", "4, 2", "9, 2"})
    void s4_twoMachinesNeedMoreConfirmationsThanMany(int k, int confirmations) {
        assertThat(SwitchRule.literal().confirmations().at(k)).isEqualTo(confirmations);
    }

    @Test
    void s4_confirmationsOutsideTheUsualRangeAreSaidToBeUnusual() {
        SwitchRule rule = SwitchRule.literal().withConfirmations(new ByGroupSize(6, 3, 3));
        assertThat(PrimarySettings.of(Profile.CLASSIC, Duration.ofSeconds(5))
                        .with(rule)
                        .warnings())
                .hasSize(2);
    }

    // ---- Section 5: tuning and traps

    @Test
    void s5_aMissingSampleIsNotAZero() {
        Bench bench = Bench.classic().rounds(40, "a=20 b=60");
        bench.rounds(10, "a=20 b=-");
        assertThat(bench.average("b")).isCloseTo(60, within(1e-9));
    }

    @Test
    void s5_aNodeWithLessThanHalfOfItsSamplesIsNoCandidate() {
        Bench bench = Bench.classic().rounds(60, "a=60 b=60");
        bench.rounds(15, "a=60 b=-");
        assertThat(bench.standing("b").measured()).isTrue();
        bench.round("a=60 b=-");
        assertThat(bench.standing("b").measured()).isFalse();
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_CANDIDATE);
    }

    @Test
    void s5_ratherOneCandidateFewerThanASilentOneChosen() {
        Bench bench = Bench.classic().rounds(95, "a=60 b=60");
        bench.rounds(16, "a=60 b=-").rounds(200, "a=100 b=-");
        assertThat(bench.preferenceMoves()).isZero();
    }

    /** steady deviates: heartbeats say that the node lives, so it keeps the role with an alarm, see ADR 0008. */
    @Test
    void s5_aPrimaryWithLessThanHalfOfItsSamplesIsReplacedUnderTheTextAndKeptUnderSteady() {
        Bench classic = Bench.classic().rounds(95, QUIET).rounds(16, "a=- b=20");
        assertThat(classic.decision().reason()).isEqualTo(Reason.PRIMARY_UNAVAILABLE);
        assertThat(classic.primary()).isEqualTo("b");
        Bench steady = Bench.steady().rounds(95, QUIET).rounds(16, "a=- b=20");
        assertThat(steady.decision().reason()).isEqualTo(Reason.PRIMARY_UNMEASURED);
        assertThat(steady.hasAlarm(Alarm.Kind.PRIMARY_UNMEASURED)).isTrue();
        assertThat(steady.primary()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource({"2, 300", "3, 180", "9, 180"})
    void s5_theCooldownIsLongestForTwoMachines(int k, long seconds) {
        assertThat(SwitchRule.literal().cooldown().at(k, Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void s5_noLoadMovesTheRoleAgainWithinTheCooldown() {
        Bench bench = Bench.classic().rounds(91, "a=20 b=20 c=20 d=20");
        bench.rounds(5, "a=90 b=20 c=20 d=20");
        assertThat(bench.preferenceMoves()).isEqualTo(1);
        bench.rounds(30, "a=20 b=90 c=20 d=20");
        assertThat(bench.decision().reason()).isEqualTo(Reason.COOLDOWN);
        assertThat(bench.preferenceMoves()).isEqualTo(1);
        assertThat(bench.roundsUntilMove(10, "a=20 b=90 c=20 d=20")).isPositive();
    }

    @Test
    void s5_aDemotedNodeKeepsHalfItsAverageAndTakesPartAtOnce() {
        Bench bench = Bench.classic().rounds(90, "a=80 b=20");
        double before = bench.average("a");
        bench.round("a=80 b=20");
        assertThat(bench.primary()).isEqualTo("b");
        assertThat(bench.average("a")).isCloseTo(before / 2, within(1e-9));
        bench.round("a=20 b=20");
        assertThat(bench.average("a")).isCloseTo(0.3 * 20 + 0.7 * before / 2, within(1e-9));
        assertThat(bench.standing("a").eligible()).isTrue();
    }

    /** steady deviates: it moves what the role is known to cost from one average to the other, see ADR 0007. */
    @Test
    void s5_steadyMovesTheKnownRoleLoadInsteadOfHalving() {
        PrimarySettings settings =
                PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)).withRoleLoad(25);
        Bench bench = new Bench(settings).rounds(95, "a=70 b=20");
        assertThat(bench.preferenceMoves()).isEqualTo(1);
        int decided = 0;
        while (bench.evaluations().get(decided).decision().cause() != Cause.PREFERENCE) {
            decided++;
        }
        GroupState after = bench.evaluations().get(decided).next();
        assertThat(Bench.average(after, "a")).isCloseTo(45, within(1e-9));
        assertThat(Bench.average(after, "b")).isCloseTo(45, within(1e-9));
    }

    @Test
    void s5_anyFurtherMetricCanJoinWithItsOwnWeight() {
        TreeMap<String, Double> weights =
                new TreeMap<>(LoadFormula.weightedSum().weights());
        weights.put("queue-depth", 1.0);
        LoadFormula formula = new LoadFormula(weights, 0, 85, new TreeMap<>());
        Bench bench = new Bench(
                PrimarySettings.of(Profile.CLASSIC, Duration.ofSeconds(5)).with(formula));
        bench.round("a=cpu:0/queue-depth:70");
        assertThat(bench.average("a")).isCloseTo(70 / 1.4, within(1e-9));
    }

    /** The text's own story of the network card. steady deviates: a bottleneck counts by itself, see ADR 0009. */
    @Test
    void s5_aNetworkCardThatFellToATenthIsOnlyLeftWhereABottleneckCountsByItself() {
        String before = "a=cpu:30/memory:30/disk:30/network:9 b=cpu:30/memory:30/disk:30/network:9 "
                + "c=cpu:30/memory:30/disk:30/network:9";
        String after = before.replaceFirst("network:9", "network:90");
        assertThat(Bench.classic().rounds(95, before).rounds(200, after).preferenceMoves())
                .isZero();
        assertThat(Bench.steady().rounds(95, before).roundsUntilMove(24, after)).isPositive();
    }

    @Test
    void s5_whenAllAreOverloadedItSaysThatMoreMachinesAreNeeded() {
        for (Bench bench : new Bench[] {Bench.classic(), Bench.steady()}) {
            bench.rounds(150, "a=95 b=95 c=95");
            assertThat(bench.hasAlarm(Alarm.Kind.ALL_OVERLOADED)).isTrue();
            assertThat(bench.preferenceMoves()).isZero();
        }
    }

    @Test
    void s5_asLongAsNothingLivesNobodyIsChosen() {
        Bench bench = Bench.classic().rounds(40, QUIET);
        bench.round("a=dead b=dead");
        assertThat(bench.decision().kind()).isEqualTo(Decision.Kind.NO_PRIMARY);
        assertThat(bench.primary()).isEqualTo("nobody");
    }

    @Test
    void s5_aSensorThatJumpsToAndFroRaisesAnAlarmInsteadOfAGuess() {
        Bench bench = Bench.steady().rounds(95, "a=30 b=30 c=30");
        for (int i = 0; i < 60; i++) {
            bench.round(i % 2 == 0 ? "a=90 b=30 c=30" : "a=30 b=30 c=30");
        }
        assertThat(bench.hasAlarm(Alarm.Kind.SENSOR_ROUGH)).isTrue();
        assertThat(bench.preferenceMoves()).isZero();
    }

    @Test
    void s5_observeModeOnlyComputesAndShows() {
        Bench bench = Bench.classic().order(Orders.none().with(Observe.PREFERENCE));
        bench.rounds(91, "a=90 b=20");
        assertThat(bench.decision().kind()).isEqualTo(Decision.Kind.WOULD_SWITCH);
        assertThat(bench.primary()).isEqualTo("a");
        bench.round("a=dead b=20");
        assertThat(bench.primary()).isEqualTo("b");
    }

    private static LoadAverage average(Averaging how, double... samples) {
        LoadAverage average = LoadAverage.empty();
        for (double sample : samples) {
            average = average.next(sample, how);
        }
        return average;
    }

    private static double[] filled(int count, double level, double... after) {
        double[] samples = new double[count + after.length];
        Arrays.fill(samples, 0, count, level);
        System.arraycopy(after, 0, samples, count, after.length);
        return samples;
    }

    private static int firstPreferenceMove(Bench bench, String line) {
        for (int round = 1; round <= 200; round++) {
            if (bench.round(line).decision().cause() == Cause.PREFERENCE) {
                return round;
            }
        }
        return -1;
    }

    /** Three equal machines, the role costs 25 points and moves with it, for two hours. */
    private static long turns(Bench bench) {
        for (int round = 0; round < 1440; round++) {
            String line = "";
            for (String id : new String[] {"a", "b", "c"}) {
                line += id + "=" + (bench.primary().equals(id) ? 45 : 20) + " ";
            }
            bench.round(line);
        }
        return bench.preferenceMoves();
    }
}
