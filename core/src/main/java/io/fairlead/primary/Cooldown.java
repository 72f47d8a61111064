package io.fairlead.primary;

import java.time.Duration;

/**
 * Least time between load-driven switches.
 *
 * @param pair at k = 2 and below, 0s to 24h
 * @param more at k &gt;= 3, 0s to 24h
 * @param rounds least number of rounds that any of the two spans, 0..100
 */
public record Cooldown(Duration pair, Duration more, int rounds) {

    private static final Duration LONGEST = Duration.ofHours(24);

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Cooldown {
        check("cooldown (k=2)", pair);
        check("cooldown (k>=3)", more);
        if (rounds < 0 || rounds > 100) {
            throw new IllegalArgumentException("cooldown-rounds is " + rounds + ": use 0 to 100");
        }
    }

    /** The cooldown at a group size, for rounds of the given length. */
    public Duration at(int k, Duration sampleInterval) {
        Duration byTime = k <= 2 ? pair : more;
        Duration byRounds = sampleInterval.multipliedBy(rounds);
        return byTime.compareTo(byRounds) >= 0 ? byTime : byRounds;
    }

    /** The same with other times. */
    public Cooldown with(Duration otherPair, Duration otherMore) {
        return new Cooldown(otherPair, otherMore, rounds);
    }

    /** The same with another least number of rounds. */
    public Cooldown withRounds(int other) {
        return new Cooldown(pair, more, other);
    }

    private static void check(String key, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(key + " is " + duration.toMillis() / 1000.0 + " s: use 0s to 24h");
        }
    }
}
