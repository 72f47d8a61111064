package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows 7 to 10, 15 and 18 of the scenario table: deaths, lost samples, lying sensors, restarts, a clean handover. */
class FaultScenariosTest {

    /** The heartbeat's time-out and the round in which it is looked at. */
    private static final long DETECTION_SECONDS = 10;

    @Test
    void row07_aDeathOneMinuteAfterASwitchIsNotHeldUpByTheCooldown() {
        World busy = Scenarios.busierForGood(3, 50);
        for (Profile profile : Profile.values()) {
            for (int seed = 1; seed <= 10; seed++) {
                PrimarySettings settings = Play.settings(profile);
                Change moved = Play.play(settings, busy, seed)
                        .firstAfter(Scenarios.EVENT)
                        .orElseThrow();
                Duration death = moved.at().plusSeconds(60);
                Outcome outcome = Play.play(settings, busy.with(WorldEvent.onPrimary(death, new Effect.Dead())), seed);
                Change failover = outcome.firstAfter(death).orElseThrow();
                assertThat(failover.cause()).isEqualTo(Cause.FAILOVER);
                assertThat(failover.reason()).isEqualTo(Reason.PRIMARY_LOST);
                assertThat(failover.at().minus(death)).isLessThanOrEqualTo(Duration.ofSeconds(DETECTION_SECONDS));
                assertThat(outcome.secondsWithoutPrimary()).isLessThanOrEqualTo(DETECTION_SECONDS + 5);
            }
        }
    }

    @Test
    void row08_aPrimaryWhoseSamplesGetLostKeepsTheRoleWhileItsHeartbeatsAreFine() {
        World world = Scenarios.samplesLost();
        Duration end = Scenarios.EVENT.plusMinutes(11);
        List<Boolean> classic = Play.classic(
                world,
                10,
                outcome -> outcome.switchesBetween(Scenarios.EVENT, end).stream()
                        .anyMatch(change -> change.reason() == Reason.PRIMARY_UNAVAILABLE));
        assertThat(Play.count(classic)).isGreaterThanOrEqualTo(5);
        assertThat(Play.steady(world, 10)).allSatisfy(outcome -> {
            assertThat(outcome.switchesBetween(Scenarios.EVENT, end)).isEmpty();
            assertThat(outcome.rounds(Alarm.Kind.PRIMARY_UNMEASURED)).isPositive();
        });
    }

    @Test
    void row09_aLoadedStandbyThatReadsZeroForEverDoesNotGetTheRoleForLong() {
        for (int k : new int[] {3, 5}) {
            World world = Scenarios.loadedStandbyReadsZero(k);
            assertThat(shareOnLiar(Profile.CLASSIC, world, 1))
                    .as("classic, k=%d", k)
                    .isGreaterThan(0.7);
            for (int seed = 1; seed <= 3; seed++) {
                assertThat(shareOnLiar(Profile.STEADY, world, seed))
                        .as("steady, k=%d, seed %d", k, seed)
                        .isBetween(0.0, 0.15);
            }
        }
    }

    private static double shareOnLiar(Profile profile, World world, int seed) {
        Liar liar = new Liar();
        Play.play(Play.settings(profile), world, seed, liar);
        return liar.secondsAsPrimary / world.length().minus(Scenarios.EVENT).toSeconds();
    }

    /** Finds the standby whose sensor reads 0, and for how long it is primary. */
    private static final class Liar implements RunListener {
        private NodeId node = new NodeId("n01");
        private double secondsAsPrimary;

        @Override
        public void after(RoundFacts facts) {
            if (facts.at().compareTo(Scenarios.EVENT) <= 0) {
                boolean firstIsPrimary =
                        new NodeId("n01").equals(facts.verdict().primary());
                node = new NodeId(firstIsPrimary ? "n02" : "n01");
            } else if (node.equals(facts.holder())) {
                secondsAsPrimary += 5;
            }
        }
    }

    @Test
    void row10_aSensorThatJumpsEveryOtherRoundMovesNobodyAndIsReported() {
        World world = Scenarios.jumpingSensor();
        List<Boolean> classicStays = Play.classic(
                world, 10, outcome -> outcome.firstAfter(Scenarios.EVENT).isEmpty());
        assertThat(Play.count(classicStays)).isLessThanOrEqualTo(1);
        List<Outcome> steady = Play.steady(world, 20);
        assertThat(steady.stream()
                        .filter(outcome -> outcome.firstAfter(Scenarios.EVENT).isEmpty()))
                .hasSizeGreaterThanOrEqualTo(18);
        assertThat(steady)
                .allSatisfy(outcome ->
                        assertThat(outcome.rounds(Alarm.Kind.SENSOR_ROUGH)).isGreaterThan(600));
    }

    @Test
    void row15_aStandbyThatRestartsIsNotChosenForBeingIdleAfterIt() {
        World world = Scenarios.restartingStandby();
        for (Profile profile : Profile.values()) {
            for (int seed = 1; seed <= 5; seed++) {
                assertThat(Play.play(Play.settings(profile), world, seed).preferences())
                        .noneMatch(FaultScenariosTest::isWithinObservation);
            }
            // Without noise nothing but the idle minutes could move the role.
            assertThat(Play.play(Play.settings(profile), world.with(Noise.none()), 1)
                            .switches())
                    .as(profile.label())
                    .isEmpty();
        }
    }

    private static boolean isWithinObservation(Change change) {
        long sinceRestart = change.at().toSeconds() % Duration.ofMinutes(20).toSeconds();
        return change.to().equals(new NodeId("n02")) && sinceRestart > 0 && sinceRestart < 150;
    }

    @Test
    void row18_aNoiselessHandoverTeachesTheRoleLoadWithinOnePoint() {
        World equal =
                World.quiet(2, Duration.ofMinutes(30)).with(RoleCost.of(25)).with(Noise.none());
        World unequal = World.of(
                        List.of(
                                Machine.at("n01", 20).withCapacity(0.5),
                                Machine.at("n02", 20).withCapacity(2)),
                        Duration.ofMinutes(30))
                .with(RoleCost.of(25))
                .with(Noise.none());
        for (World world : List.of(equal, unequal)) {
            Outcome outcome = Play.steady(world);
            assertThat(outcome.switches()).hasSize(1);
            assertThat(outcome.roleLoad().source()).isEqualTo(RoleLoad.Source.LEARNED);
            assertThat(outcome.roleLoad().points()).isBetween(24.0, 26.0);
        }
    }
}
