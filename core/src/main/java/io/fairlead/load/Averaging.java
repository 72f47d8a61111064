package io.fairlead.load;

import java.time.Duration;

/**
 * How samples become a load average.
 *
 * @param window rounds that the average speaks of, 5..60; also the length of the observation period
 * @param weight share of the newest sample, above 0 and at most 1
 * @param clampPoints how far from the average a sample may pull, in points above 0; infinite for no clamp
 * @param meanWhileObserving whether the observation period uses the plain mean of the last half window instead
 */
public record Averaging(int window, double weight, double clampPoints, boolean meanWhileObserving) {

    /** The span that a default window covers, in seconds: between the 150 s and 300 s that were found to work. */
    private static final double DEFAULT_SPAN_SECONDS = 150;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Averaging {
        if (window < 5 || window > 60) {
            throw new IllegalArgumentException("window is " + window + ": use 5 to 60 rounds");
        }
        if (!(weight > 0 && weight <= 1)) {
            throw new IllegalArgumentException("weight is " + weight + ": use a number above 0 and at most 1");
        }
        if (!(clampPoints > 0)) {
            throw new IllegalArgumentException("clamp is " + clampPoints + ": use points above 0");
        }
    }

    /** The rounds that cover 150 s, within 5..60: 30 at a sample interval of 5 s. */
    public static int defaultWindow(Duration sampleInterval) {
        double rounds = DEFAULT_SPAN_SECONDS * 1000 / sampleInterval.toMillis();
        return (int) Math.max(5, Math.min(60, Math.round(rounds)));
    }

    /** A fixed weight of 0.3 from the first sample on. */
    public static Averaging fixedWeight(int window) {
        return new Averaging(window, 0.3, Double.POSITIVE_INFINITY, false);
    }

    /**
     * An average that remembers the window it is named after: weight {@code 2 / (window + 1)}, which has the centre
     * of gravity of a plain mean over the window; samples clamped to 25 points around it.
     */
    public static Averaging windowLong(int window) {
        return new Averaging(window, 2.0 / (window + 1), 25, true);
    }
}
