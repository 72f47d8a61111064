package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MS = 1_000_000;
    private static final Duration HOLD = Duration.ofSeconds(30);

    @Test
    void answersKeepTheInterval() {
        assertThat(pace(1000).afterAnswer(HOLD)).isEqualTo(1000 * MS);
    }

    @Test
    void silenceBacksOffUpToFiveSecondsAndAnAnswerForgetsIt() {
        Pace pace = pace(1000);
        long[] most = {1000, 2000, 4000, 5000, 5000, 5000};
        for (long ms : most) {
            assertThat(pace.afterSilence()).isBetween(ms * MS / 2, ms * MS);
        }
        pace.afterAnswer(HOLD);
        assertThat(pace.afterSilence()).isLessThanOrEqualTo(1000 * MS);
    }

    @Test
    void aShortHoldAllowsShortPausesOnly() {
        Pace pace = pace(100);
        pace.afterAnswer(Duration.ofSeconds(3));
        long[] most = {100, 200, 400, 500, 500};
        for (long ms : most) {
            assertThat(pace.afterSilence()).isBetween(ms * MS / 2, ms * MS);
        }
    }

    @Test
    void noPauseIsShorterThanHalfTheInterval() {
        Pace pace = pace(1000);
        pace.afterAnswer(Duration.ofSeconds(3));
        for (int i = 0; i < 5; i++) {
            assertThat(pace.afterSilence()).isBetween(500 * MS, 1000 * MS);
        }
    }

    @Test
    void theJitterSpreadsManyAgents() {
        Pace pace = pace(1000);
        for (int i = 0; i < 5; i++) {
            pace.afterSilence();
        }
        var waits = new java.util.TreeSet<Long>();
        for (int i = 0; i < 100; i++) {
            waits.add(pace.afterSilence());
        }
        assertThat(waits.last() - waits.first()).isGreaterThan(2000 * MS);
    }

    @Test
    void aThousandSilencesNeitherOverflowNorGrow() {
        Pace pace = pace(15_000);
        for (int i = 0; i < 1000; i++) {
            assertThat(pace.afterSilence()).isBetween(7_500 * MS, 15_000 * MS);
        }
    }

    @Test
    void aRefusalIsRetriedSlowly() {
        assertThat(pace(1000).afterRefusal(Optional.empty(), false)).isEqualTo(10_000 * MS);
        assertThat(pace(15_000).afterRefusal(Optional.empty(), false)).isEqualTo(15_000 * MS);
        assertThat(pace(1000).afterRefusal(Optional.of(Duration.ofSeconds(4)), false))
                .isEqualTo(4_000 * MS);
    }

    @Test
    void aNodeThatIsHeldBackForItsEarlierProcessTriesAgainUntilThatOneMustBeGoneAndThenSlowly() {
        Pace pace = pace(1000);
        for (int tried = 0; tried < 10; tried++) {
            assertThat(pace.afterConflict(Optional.empty(), false)).isEqualTo(1000 * MS);
        }
        assertThat(pace.afterConflict(Optional.empty(), false)).isEqualTo(10_000 * MS);
        pace.afterAnswer(HOLD);
        assertThat(pace.afterConflict(Optional.empty(), false)).isEqualTo(1000 * MS);
    }

    @Test
    void aPrimaryThatIsRefusedTriesAgainBeforeItsLeaseIsOver() {
        assertThat(pace(1000).afterRefusal(Optional.of(Duration.ofSeconds(4)), true))
                .isEqualTo(1000 * MS);
    }

    @Test
    void theManagerMayWantBeatsMoreOftenAndNeverLessOften() {
        Pace pace = pace(1000);
        pace.wanted(Duration.ofMillis(500));
        assertThat(pace.afterAnswer(HOLD)).isEqualTo(500 * MS);
        pace.wanted(Duration.ofSeconds(5));
        assertThat(pace.afterAnswer(HOLD)).isEqualTo(1000 * MS);
    }

    private static Pace pace(long millis) {
        return new Pace(Duration.ofMillis(millis), new SplittableRandom(7));
    }
}
