package io.fairlead.primary;

import java.time.Duration;

/**
 * Whether a node's load readings are believed.
 *
 * @param until time until which they are not, on the group's time line; zero if they are
 * @param times how often in a row they have been found wrong
 */
public record Suspicion(Duration until, int times) {

    private static final Duration FIRST = Duration.ofMinutes(30);

    /** The fifth time and later it lasts 8 hours: a sensor that stays broken costs a switch at each end. */
    private static final int DOUBLINGS = 4;

    private static final Suspicion NONE = new Suspicion(Duration.ZERO, 0);

    static Suspicion none() {
        return NONE;
    }

    /** Suspicion anew: 30 minutes, and twice as long each further time in a row. */
    Suspicion again(Duration at) {
        return new Suspicion(at.plus(FIRST.multipliedBy(1L << Math.min(times, DOUBLINGS))), times + 1);
    }

    boolean holds(Duration at) {
        return until.compareTo(at) > 0;
    }
}
