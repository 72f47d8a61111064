package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases that were reported from the field, replayed as closed-loop worlds under the default profile. */
class FieldCasesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    /** A group whose nodes are at 15 as standby and at 60 as primary. */
    private static World loadFollowsTheRole(int k) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 1; i <= k; i++) {
            machines.add(Machine.at("n0" + i, 15));
        }
        return World.of(machines, HOUR).with(RoleCost.of(45)).with(Noise.none());
    }

    // Field case D01 (a), (a2)
    @Test
    void aLoadThatFollowsTheRoleIsNotChasedAndTheUselessSwitchIsReported() {
        for (int k : new int[] {2, 5}) {
            for (Noise noise : List.of(Noise.none(), Noise.usual())) {
                Outcome steady = Play.steady(loadFollowsTheRole(k).with(noise));
                assertThat(steady.preferences()).as("k=%d", k).hasSizeLessThanOrEqualTo(2);
                assertThat(steady.rounds(Alarm.Kind.NO_GAIN)).as("k=%d", k).isEqualTo(1);
            }
            Outcome classic = Play.classic(loadFollowsTheRole(k));
            assertThat(classic.preferences()).as("classic, k=%d", k).hasSizeGreaterThan(5);
        }
    }

    // Field case D01 (b)
    @Test
    void aLocalJobOnThePrimaryIsLeftOnceAtEveryHysteresisBase() {
        World world = loadFollowsTheRole(2).with(WorldEvent.on("n01", Duration.ZERO, new Effect.Busier(30)));
        for (double base : new double[] {10, 14, 15, 20}) {
            PrimarySettings steady = Play.settings(Profile.STEADY);
            Outcome outcome = Play.play(
                    steady.with(steady.rule().with(steady.rule().hysteresis().withBase(base))), world, 1);
            assertThat(outcome.switches()).as("base %s", base).hasSize(1);
            assertThat(Play.lastPrimary(outcome)).isEqualTo(new NodeId("n02"));
        }
    }

    // Field case D01 (c)
    @Test
    void aRealOverloadIsRelievedOnceThoughTheRolesLoadIsKnown() {
        Duration busy = Duration.ofMinutes(30);
        World world = loadFollowsTheRole(2).with(WorldEvent.onPrimary(busy, new Effect.Busier(40)));
        Outcome outcome = Play.steady(world);
        List<Change> after = outcome.switchesBetween(busy, HOUR);
        assertThat(after).hasSize(1);
        assertThat(after.get(0).at().minus(busy)).isLessThanOrEqualTo(FIVE_MINUTES.multipliedBy(2));
    }

    // Field case D02 (b)
    @Test
    void fifteenSecondsAtFullLoadAreNoFailure() {
        for (int k : new int[] {2, 5}) {
            World world = Scenarios.busierFor(k, 80, Duration.ofSeconds(15)).with(Noise.none());
            assertThat(Play.steady(world).switches()).as("k=%d", k).isEmpty();
            assertThat(Play.classic(world).switches()).as("classic, k=%d", k).isNotEmpty();
        }
    }

    // Field case D02 (c)
    @Test
    void fullLoadForGoodIsLeftOnceWithinTwoMinutes() {
        for (int k : new int[] {2, 5}) {
            World world = Scenarios.busierForGood(k, 80).with(Noise.none());
            Outcome outcome = Play.steady(world);
            assertThat(outcome.switches()).as("k=%d", k).hasSize(1);
            assertThat(Play.secondsToLeave(outcome, Scenarios.EVENT)).isBetween(30L, 120L);
        }
    }

    // Field case D05 (base)
    @Test
    void aSecondDeathWithinTheCooldownIsFailedOverToo() {
        for (Profile profile : Profile.values()) {
            World world = World.quiet(2, Duration.ofHours(2))
                    .with(WorldEvent.on("n01", HOUR, new Effect.Dead()).lasting(Duration.ofMinutes(1)))
                    .with(WorldEvent.on("n02", HOUR.plusSeconds(90), new Effect.Dead()));
            Outcome outcome = Play.play(Play.settings(profile), world, 1);
            Change second = outcome.firstAfter(HOUR.plusSeconds(90)).orElseThrow();
            assertThat(second.to()).isEqualTo(new NodeId("n01"));
            assertThat(second.cause()).isEqualTo(Cause.FAILOVER);
            assertThat(second.reason()).isEqualTo(Reason.PRIMARY_LOST);
            assertThat(second.at()).isLessThanOrEqualTo(HOUR.plusSeconds(100));
            assertThat(outcome.rounds(Alarm.Kind.NO_STANDBY)).isPositive();
        }
    }

    // Field case D05 (b)
    @Test
    void aMereTwentyPointsMoreWithinTheCooldownMoveNobody() {
        for (Profile profile : Profile.values()) {
            World world = World.quiet(2, Duration.ofHours(2))
                    .with(Noise.none())
                    .with(WorldEvent.on("n01", HOUR, new Effect.Dead()).lasting(Duration.ofMinutes(1)))
                    .with(WorldEvent.on("n02", HOUR.plusSeconds(90), new Effect.Busier(20)));
            Outcome outcome = Play.play(Play.settings(profile), world, 1);
            Duration failover = outcome.firstAfter(HOUR).orElseThrow().at();
            assertThat(outcome.switchesBetween(
                            failover, failover.plus(FIVE_MINUTES).minusSeconds(5)))
                    .isEmpty();
        }
    }

    // Field case D05: three deaths in ten minutes leave a primary while one node lives
    @Test
    void threeDeathsInTenMinutesLeaveAPrimaryAndAnAlarm() {
        World world = World.quiet(4, Duration.ofHours(2));
        for (int i = 0; i < 3; i++) {
            world = world.with(WorldEvent.onPrimary(HOUR.plusMinutes(3L * i), new Effect.Dead()));
        }
        Outcome outcome = Play.steady(world);
        assertThat(outcome.switchesBetween(HOUR, HOUR.plusMinutes(10))).hasSize(3);
        assertThat(outcome.secondsWithoutPrimary()).isLessThanOrEqualTo(3 * 10 + 5);
        assertThat(outcome.rounds(Alarm.Kind.NO_STANDBY)).isPositive();
    }
}
