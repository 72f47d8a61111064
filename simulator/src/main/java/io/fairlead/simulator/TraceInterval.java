package io.fairlead.simulator;

import java.time.Duration;

/** Finds the length of the rounds on which a trace is laid, where nobody gives it. */
final class TraceInterval {

    private static final Duration WITHOUT_PERIODS = Duration.ofSeconds(5);
    private static final double STEP_SECONDS = 5;
    private static final double NEAR = 1.5;

    /** What the core takes as a sample interval. */
    private static final Duration LEAST = Duration.ofMillis(100);

    private static final Duration MOST = Duration.ofHours(1);

    private TraceInterval() {}

    /**
     * The 90th percentile of the nodes' own periods, rounded up to 5 s; or their median where the percentile is within
     * 1.5 times the median, that is where sampling was regular. Refuses a trace whose periods fit no round.
     */
    static Duration of(Trace trace) throws TraceException {
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

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }
}
