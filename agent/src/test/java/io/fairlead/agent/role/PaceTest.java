package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MS = 1_000_000;

    @Test
    void answersKeepTheInterval() {
        assertThat(pace(1000).afterAnswer()).isEqualTo(1000 * MS);
    }

    @Test
    void silenceBacksOffUpToFiveSecondsAndAnAnswerForgetsIt() {
        Pace pace = pace(1000);
        long[] most = {1000, 2000, 4000, 5000, 5000, 5000};
        for (long ms : most) {
            assertThat(pace.afterSilence()).isBetween(ms * MS / 2, ms * MS);
        }
        pace.afterAnswer();
        assertThat(pace.afterSilence()).isLessThanOrEqualTo(1000 * MS);
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
        assertThat(pace(1000).afterRefusal()).isEqualTo(10_000 * MS);
        assertThat(pace(15_000).afterRefusal()).isEqualTo(15_000 * MS);
    }

    private static Pace pace(long millis) {
        return new Pace(Duration.ofMillis(millis), new SplittableRandom(7));
    }
}
