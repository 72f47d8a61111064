package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows 4, 5, 6, 11, 12, 16 and 19 of the scenario table: the primary gets busier, for a moment or for good. */
class OverloadScenariosTest {

    private static final Duration BURST = Duration.ofSeconds(15);

    private static long secondsToLeave(Outcome outcome) {
        return Play.secondsToLeave(outcome, Scenarios.EVENT);
    }

    private static boolean stays(Outcome outcome) {
        return outcome.switchesBetween(Scenarios.EVENT, Scenarios.EVENT.plusMinutes(1))
                .isEmpty();
    }

    @Test
    void row04_aRealOverloadIsLeftInAboutAMinute() {
        World three = Scenarios.busierForGood(3, 50).with(Noise.none());
        World two = Scenarios.busierForGood(2, 50).with(Noise.none());
        assertThat(secondsToLeave(Play.classic(three))).isEqualTo(15);
        assertThat(secondsToLeave(Play.steady(three))).isBetween(40L, 70L);
        assertThat(secondsToLeave(Play.steady(two))).isBetween(50L, 90L);
        assertThat(Play.steady(three).switches()).hasSize(1);
        assertThat(Play.steady(two).switches()).hasSize(1);
    }

    @Test
    void row05_aBurstOfFifteenSecondsIsSatOut() {
        for (int k = 2; k <= 5; k++) {
            World world = Scenarios.busierFor(k, 60, BURST);
            assertThat(Play.count(Play.classic(world, 20, OverloadScenariosTest::stays)))
                    .as("classic, k=%d", k)
                    .isLessThanOrEqualTo(10);
            assertThat(Play.count(Play.steady(world, 20, OverloadScenariosTest::stays)))
                    .as("steady, k=%d", k)
                    .isGreaterThanOrEqualTo(18);
            assertThat(Play.steady(world.with(Noise.none())).switches())
                    .as("steady without noise, k=%d", k)
                    .isEmpty();
        }
    }

    @Test
    void row06_anOverloadThatPassesCausesNoSwingingBackAndForth() {
        World world = Scenarios.busierFor(2, 50, Duration.ofMinutes(20)).with(RoleCost.of(25));
        Duration end = Scenarios.EVENT.plusMinutes(40);
        assertThat(Play.classic(
                        world,
                        5,
                        outcome -> outcome.switchesBetween(Scenarios.EVENT, end).size()))
                .allSatisfy(n -> assertThat(n).isBetween(4, 6));
        assertThat(Play.steady(world, 10)).allSatisfy(outcome -> {
            assertThat(outcome.switchesBetween(Scenarios.EVENT, end)).hasSizeBetween(1, 2);
            assertThat(outcome.firstAfter(end)).isEmpty();
        });
    }

    @Test
    void row11_aNodeThatComesAndGoesDoesNotHoldUpARightSwitch() {
        World world = Scenarios.whileAnotherFlaps();
        assertThat(Play.classic(world, 20, OverloadScenariosTest::secondsToLeave))
                .allSatisfy(seconds -> assertThat(seconds).isBetween(5L, 185L));
        assertThat(Play.steady(world, 20, OverloadScenariosTest::secondsToLeave))
                .allSatisfy(seconds -> assertThat(seconds).isLessThanOrEqualTo(90));
    }

    @Test
    void row12_equalStandbysDoNotResetEachOthersStreak() {
        World world = Scenarios.busierForGood(5, 30);
        assertThat(Play.classic(world, 20, OverloadScenariosTest::secondsToLeave))
                .allSatisfy(seconds -> assertThat(seconds).isLessThanOrEqualTo(200));
        assertThat(Play.median(Play.steady(world, 21, OverloadScenariosTest::secondsToLeave)))
                .isLessThanOrEqualTo(60);
    }

    @Test
    void row16_aLinkThatFellToATenthOfItsSpeedIsLeftThoughNetworkHasASmallWeight() {
        World world = Scenarios.slowLink();
        assertThat(Play.classic(world.with(Noise.none())).switches()).isEmpty();
        assertThat(secondsToLeave(Play.steady(world.with(Noise.none())))).isLessThanOrEqualTo(120);
        List<Long> steady = Play.steady(world, 20, OverloadScenariosTest::secondsToLeave);
        assertThat(steady.stream().filter(seconds -> seconds <= 120)).hasSizeGreaterThanOrEqualTo(19);
    }

    @Test
    void row19_aLoadThatComesInWavesIsLeftOnceAndForGood() {
        World world = Scenarios.saw();
        List<Outcome> classic = Play.classic(world, 3);
        assertThat(classic)
                .allSatisfy(outcome ->
                        assertThat(outcome.firstAfter(Scenarios.EVENT)).isPresent());
        List<Outcome> steady = Play.steady(world, 10);
        assertThat(steady).allSatisfy(outcome -> {
            List<Change> after = outcome.switchesBetween(Scenarios.EVENT, world.length());
            assertThat(after).hasSize(1);
            NodeId left = after.get(0).from();
            assertThat(Play.lastPrimary(outcome)).isNotEqualTo(left);
        });
    }
}
