package io.fairlead.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds the length of the rounds on which a trace is laid, where nobody gives it. */
final class TraceInterval {

    private static final Duration WITHOUT_PERIODS = Duration.ofSeconds(5);
    private static final double STEP_SECONDS = 5;
    private static final double NEAR = 1.5;

    /** What the core takes as a sample interval. */
    private static final Duration LEAST = Duration.ofMillis(100);

    private static final Duration MOST = Duration.ofHours(1);

    private TraceInterval() {}

    /** Rounds of which so many are without a sample between any two that have one would be no rounds. */
    private static final int MOST_BETWEEN = 3;

    /**
     * The rounds on which a recording was laid. Of any other trace the 90th percentile of the nodes' own periods, rounded up to
     * 5 s; or their median where the percentile is within 1.5 times the median, that is where sampling was regular. Refuses a
     * trace whose periods fit no round.
     */
    static Duration of(Trace trace) throws TraceException {
        Duration laid = trace.holders().isEmpty() ? null : grid(trace.times());
        if (laid != null) {
            return laid;
        }
        double[] periods = trace.periods();
        if (periods.length == 0) {
            return WITHOUT_PERIODS;
        }
        double median = quantile(periods, 0.5);
        double high = quantile(periods, 0.9);
        double seconds = high <= NEAR * median ? median : Math.ceil(high / STEP_SECONDS) * STEP_SECONDS;
        if (!(seconds * 1000 >= LEAST.toMillis() && seconds * 1000 <= MOST.toMillis())) {
            throw new TraceException(trace.name() + ": its nodes have a sample every " + Shown.number(seconds, 3)
                    + " s, and rounds are 0.1 s to 3600 s long; are its times in seconds? Else give an interval ("
                    + trace.longestGap() + ")");
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /**
     * The longest span of which all distances between times are multiples, or null where that is none: the times of a recording
     * stand on its rounds, however many of them are missing.
     */
    private static @Nullable Duration grid(double[] times) {
        long step = 0;
        long shortest = Long.MAX_VALUE;
        for (int i = 1; i < times.length; i++) {
            long distance = Math.round((times[i] - times[i - 1]) * 1000);
            step = distance == 0 ? step : gcd(distance, step);
            shortest = distance == 0 ? shortest : Math.min(shortest, distance);
        }
        boolean isRound = step * MOST_BETWEEN >= shortest && step >= LEAST.toMillis() && step <= MOST.toMillis();
        return isRound ? Duration.ofMillis(step) : null;
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }
}
