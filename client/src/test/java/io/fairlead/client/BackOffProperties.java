package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every wait before a repetition. */
final class BackOffProperties {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aWaitIsNeverNegativeAndNeverAboveTheDoubledBaseOrTheCap(long seed) {
        Random world = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            Duration base = Duration.ofNanos(1_000_000 + (long) (world.nextDouble() * 59_000_000_000L));
            Duration cap = base.plusNanos((long) (world.nextDouble() * 540_000_000_000L));
            int repetition = world.nextInt(5) == 0 ? Integer.MAX_VALUE : 1 + world.nextInt(70);
            Duration wait = new BackOff(base, cap).before(repetition, new SplittableRandom(world.nextLong()));
            Duration bound = repetition > 30 ? cap : base.multipliedBy(1L << (repetition - 1));
            assertThat(wait)
                    .as("seed %s: base %s, cap %s, repetition %s", seed, base, cap, repetition)
                    .isGreaterThanOrEqualTo(Duration.ZERO)
                    .isLessThanOrEqualTo(cap)
                    .isLessThanOrEqualTo(bound);
        }
    }

    @Test
    void waitsFillTheirRangeEvenly() {
        BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
        SplittableRandom random = new SplittableRandom(1);
        Integer[] quarters = {0, 0, 0, 0};
        for (int draw = 0; draw < 40_000; draw++) {
            quarters[(int) Math.min(3, backOff.before(3, random).toMillis() / 100)]++;
        }
        assertThat(quarters).allSatisfy(count -> assertThat(count).isBetween(9_500, 10_500));
    }

    @Test
    void aRangeThatMakesNoSenseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackOff(Duration.ZERO, Duration.ofSeconds(1)))
                .withMessage("back-off base is 0s: use 1ms to 60s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BackOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessage("back-off cap is 1s: use 2s to 600s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BackOff.standard().before(0, new SplittableRandom(1)))
                .withMessage("repetition is 0: use 1 or more");
    }
}
