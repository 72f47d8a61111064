package io.fairlead.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a call is tried again: exponential, with full jitter, so that many clients do not knock at a
 * returning manager in step.
 *
 * @param base the longest wait before the first repetition, 1 ms to 1 min; it doubles with each further one
 * @param cap the longest wait of all, from the base to 10 min
 */
public record BackOff(Duration base, Duration cap) {

    private static final Duration SHORTEST_BASE = Duration.ofMillis(1);
    private static final Duration LONGEST_BASE = Duration.ofMinutes(1);
    private static final Duration LONGEST_CAP = Duration.ofMinutes(10);

    /** Checks the ranges. */
    public BackOff {
        Range.check("back-off base", base, SHORTEST_BASE, LONGEST_BASE);
        Range.check("back-off cap", cap, base, LONGEST_CAP);
    }

    /** Within the default budget of 1 s it leaves room for four or five tries: base 50 ms, cap 1 s. */
    public static BackOff standard() {
        return new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1));
    }

    /**
     * The wait before a repetition: evenly drawn from 0 to {@code min(cap, base x 2^(repetition - 1))}, both included.
     *
     * @param repetition 1 for the first
     * @param random where the draw comes from
     */
    public Duration before(int repetition, RandomGenerator random) {
        if (repetition < 1) {
            throw new IllegalArgumentException("repetition is " + repetition + ": use 1 or more");
        }
        return Duration.ofNanos(random.nextLong(longest(repetition).toNanos() + 1));
    }

    private Duration longest(int repetition) {
        Duration longest = base;
        for (int doubled = 1; doubled < repetition && longest.compareTo(cap) < 0; doubled++) {
            longest = longest.multipliedBy(2);
        }
        return longest.compareTo(cap) < 0 ? longest : cap;
    }
}
