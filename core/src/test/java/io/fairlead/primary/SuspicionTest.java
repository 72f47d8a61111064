package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a sensor that was found wrong is not believed, and when it is found wrong at all. */
class SuspicionTest {

    private static final PrimarySettings KNOWN =
            PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)).withRoleLoad(25);

    @Test
    void suspicionLastsHalfAnHourAndDoublesEachTimeUpToEightHours() {
        Suspicion suspicion = Suspicion.none();
        assertThat(suspicion.holds(Duration.ZERO)).isFalse();
        for (long minutes : new long[] {30, 60, 120, 240, 480, 480}) {
            suspicion = suspicion.again(Duration.ofDays(1));
            assertThat(suspicion.until().minusDays(1)).isEqualTo(Duration.ofMinutes(minutes));
        }
        assertThat(suspicion.holds(Duration.ofDays(1).plusMinutes(479))).isTrue();
        assertThat(suspicion.holds(Duration.ofDays(1).plusMinutes(480))).isFalse();
    }

    @Test
    void aNodeThatShowsTheRolesLoadIsNotSuspected() {
        Bench bench = new Bench(KNOWN).rounds(95, "a=70 b=20 c=60");
        assertThat(bench.primary()).isEqualTo("b");
        bench.rounds(40, "a=45 b=45 c=60");
        assertThat(bench.hasAlarm(Alarm.Kind.SENSOR_SUSPECT)).isFalse();
    }

    @Test
    void aNodeThatShowsNothingOfAKnownRoleIsSuspected() {
        Bench bench = new Bench(KNOWN).rounds(62, "a=70 b=20 c=60").rounds(40, "a=45 b=20 c=60");
        assertThat(bench.hasAlarm(Alarm.Kind.SENSOR_SUSPECT)).isTrue();
    }

    /** Without a known figure the old one's fall may be a burst that ended; only a load too small for the role tells. */
    @Test
    void withoutAKnownRoleLoadOnlyALoadTooSmallToHoldItIsSuspected() {
        Bench honest = Bench.steady().rounds(62, "a=80 b=20 c=60").rounds(40, "a=20 b=20 c=60");
        assertThat(honest.primary()).isEqualTo("b");
        assertThat(honest.hasAlarm(Alarm.Kind.SENSOR_SUSPECT)).isFalse();
        Bench liar = Bench.steady().rounds(62, "a=80 b=0 c=60").rounds(40, "a=55 b=0 c=60");
        assertThat(liar.hasAlarm(Alarm.Kind.SENSOR_SUSPECT)).isTrue();
    }

    @Test
    void aSuspectPrimaryIsLeftOnceTheCooldownIsOverAndNotBefore() {
        Bench bench = new Bench(KNOWN).rounds(62, "a=70 b=0 c=60");
        int rounds = bench.roundsUntilMove(60, "a=45 b=0 c=60");
        assertThat(rounds).isEqualTo(36);
        assertThat(bench.decision().reason()).isEqualTo(Reason.SENSOR_SUSPECT);
        assertThat(bench.primary()).isEqualTo("a");
    }
}
