package io.fairlead.client.machine;

import java.time.Duration;
import java.util.Locale;

/**
 * How often this machine is meant to be read. Safe for use by several threads.
 *
 * <p>A process that was stopped, or whose source could not be read for long, finds the mean of minutes at its first
 * reading: that says nothing of now. A machine that slept is no such case, since neither its counters nor the monotonic
 * clock go on in its sleep.
 */
final class ReadingPlan {
    /** A busy machine reads late, and just then its readings matter: some delay is no reason to throw one away. */
    private static final int MOST_INTERVALS = 3;

    private static final double TOLERATED_SECONDS = 10;

    private volatile double intervalSeconds = Double.POSITIVE_INFINITY;

    /** Sets the time between two readings; before that every span is as planned. */
    void interval(Duration interval) {
        intervalSeconds = interval.toNanos() / 1e9;
    }

    /** Asked after the counters of now were kept, so that the next reading is right. */
    void checkRecent(double seconds) throws Unmeasured {
        if (seconds > MOST_INTERVALS * intervalSeconds + TOLERATED_SECONDS) {
            throw new Unmeasured(String.format(
                    Locale.ROOT,
                    "read again after %.0f s instead of %s s: the mean over so long says nothing of now",
                    seconds,
                    Numbers.plain(intervalSeconds)));
        }
    }
}
