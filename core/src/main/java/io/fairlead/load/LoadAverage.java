package io.fairlead.load;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The running average of one node's load, with the recent samples it was made from.
 *
 * <p>Immutable; {@link #next} gives the average after one more round. A missing sample leaves the average as it was
 * and lowers the coverage; it never counts as a value.
 */
public final class LoadAverage {

    /** Samples by which the roughness of a sensor is judged. */
    public static final int ROUGHNESS_SAMPLES = 12;

    private static final LoadAverage EMPTY = new LoadAverage(Double.NaN, new double[0], 0);

    /** NaN before the first valid sample. */
    private final double value;

    /** Newest last; NaN where the sample was missing. */
    private final double[] recent;

    private final int rounds;

    private LoadAverage(double value, double[] recent, int rounds) {
        this.value = value;
        this.recent = recent;
        this.rounds = rounds;
    }

    /**
     * An average that was remembered.
     *
     * @param value the average in points 0..100, or NaN if there is none
     * @param recent the recent samples, newest last, NaN where one was missing
     * @param rounds rounds since the first valid sample, 0 or more
     * @throws IllegalArgumentException if a value cannot be that of an average
     */
    public static LoadAverage of(double value, double[] recent, int rounds) {
        boolean points = Double.isNaN(value) || (value >= 0 && value <= 100);
        for (double sample : recent) {
            points &= Double.isNaN(sample) || (sample >= 0 && sample <= 100);
        }
        if (!points || rounds < 0) {
            throw new IllegalArgumentException("average is " + value + " after " + rounds + " rounds of "
                    + Arrays.toString(recent) + ": use points from 0 to 100 and rounds from 0");
        }
        return new LoadAverage(value, recent.clone(), rounds);
    }

    /** A copy of the recent samples, newest last; NaN where one was missing. */
    public double[] recent() {
        return recent.clone();
    }

    /** The average of a node that has delivered nothing yet. */
    public static LoadAverage empty() {
        return EMPTY;
    }

    /**
     * The average after one more round.
     *
     * @param sample the load of the round in points, or NaN if it is missing
     * @param how how samples are averaged
     */
    public LoadAverage next(double sample, Averaging how) {
        boolean missing = Double.isNaN(sample);
        if (missing && isEmpty()) {
            return this;
        }
        double[] samples = append(sample, Math.max(how.window(), ROUGHNESS_SAMPLES));
        int nextRounds = rounds == Integer.MAX_VALUE ? rounds : rounds + 1;
        if (missing) {
            return new LoadAverage(value, samples, nextRounds);
        }
        if (isEmpty()) {
            return new LoadAverage(sample, samples, nextRounds);
        }
        if (how.meanWhileObserving() && nextRounds <= how.window()) {
            return new LoadAverage(meanOfLastValid(samples, Math.max(1, how.window() / 2)), samples, nextRounds);
        }
        double pull = Math.max(value - how.clampPoints(), Math.min(value + how.clampPoints(), sample));
        // Rounding can carry a mean of full loads beyond 100.
        double next = within(how.weight() * pull + (1 - how.weight()) * value);
        return new LoadAverage(next, samples, nextRounds);
    }

    /** Whether no valid sample has been seen. */
    public boolean isEmpty() {
        return Double.isNaN(value);
    }

    /** The average in points 0..100, or NaN before the first valid sample. */
    public double value() {
        return value;
    }

    /** Rounds since the first valid sample, that one included. */
    public int rounds() {
        return rounds;
    }

    /** The newest sample in points, or NaN if it is missing. */
    public double newest() {
        return recent.length == 0 ? Double.NaN : recent[recent.length - 1];
    }

    /** Share of the last rounds with a valid sample, 0..1; over all rounds so far where they are fewer. */
    public double coverage(int window) {
        int looked = Math.min(window, recent.length);
        return looked == 0 ? 0 : (double) validAmongLast(looked) / looked;
    }

    /** Whether the last rounds, as many as the window, brought no valid sample at all. */
    public boolean isSilent(int window) {
        return recent.length >= window && validAmongLast(window) == 0;
    }

    /** The plain mean of the valid samples among the last rounds, or empty if fewer than half of them are valid. */
    public OptionalDouble meanOfLast(int lastRounds) {
        int looked = Math.min(lastRounds, recent.length);
        int valid = validAmongLast(looked);
        return valid == 0 || valid * 2 < lastRounds
                ? OptionalDouble.empty()
                : OptionalDouble.of(sumOfLast(looked) / valid);
    }

    /** The plain mean of whatever valid samples the window holds, or NaN if it holds none. */
    public double plainMean(int window) {
        int looked = Math.min(window, recent.length);
        int valid = validAmongLast(looked);
        return valid == 0 ? Double.NaN : sumOfLast(looked) / valid;
    }

    /**
     * How much the samples of the window jitter: 1.05 x the median absolute step between neighbouring valid samples,
     * in points. For white noise {@code median |x - y| = 0.954 sd}, so this is its standard deviation, and a level
     * shift or a short burst hardly moves it. Zero while there is no pair.
     */
    public double noise(int window) {
        int from = Math.max(0, recent.length - window);
        double[] steps = new double[Math.max(0, recent.length - from)];
        int count = 0;
        for (int i = from + 1; i < recent.length; i++) {
            double step = Math.abs(recent[i] - recent[i - 1]);
            if (!Double.isNaN(step)) {
                steps[count++] = step;
            }
        }
        if (count == 0) {
            return 0;
        }
        Arrays.sort(steps, 0, count);
        double median = count % 2 == 1 ? steps[count / 2] : (steps[count / 2 - 1] + steps[count / 2]) / 2;
        return 1.05 * median;
    }

    /**
     * Whether the last 12 valid samples jump about more than a load does: standard deviation above 15 points and not
     * one shift of level, that is mean squared step over twice the variance (von Neumann's ratio) above 0.4.
     */
    public boolean isRough() {
        double[] last = lastValid(recent, ROUGHNESS_SAMPLES);
        if (last.length < ROUGHNESS_SAMPLES) {
            return false;
        }
        double mean = mean(last);
        double squares = 0;
        double squaredSteps = 0;
        for (int i = 0; i < last.length; i++) {
            squares += (last[i] - mean) * (last[i] - mean);
            squaredSteps += i == 0 ? 0 : (last[i] - last[i - 1]) * (last[i] - last[i - 1]);
        }
        double variance = squares / last.length;
        return variance > 15 * 15 && squaredSteps / (last.length - 1) / (2 * variance) > 0.4;
    }

    /** The lower quartile of the last 12 valid samples in points (the third lowest of twelve), or NaN without any. */
    public double lowerQuartile() {
        double[] last = lastValid(recent, ROUGHNESS_SAMPLES);
        if (last.length == 0) {
            return Double.NaN;
        }
        Arrays.sort(last);
        return last[(last.length - 1) / 4];
    }

    /** This average multiplied by a factor; the samples stay as they were measured. */
    public LoadAverage times(double factor) {
        return new LoadAverage(within(value * factor), recent, rounds);
    }

    /** This average moved by some points, within 0..100; the samples stay as they were measured. */
    public LoadAverage plus(double points) {
        return new LoadAverage(within(value + points), recent, rounds);
    }

    private static double within(double points) {
        return Math.max(0, Math.min(100, points));
    }

    private double[] append(double sample, int capacity) {
        int kept = Math.min(recent.length, capacity - 1);
        double[] samples = new double[kept + 1];
        System.arraycopy(recent, recent.length - kept, samples, 0, kept);
        samples[kept] = sample;
        return samples;
    }

    private int validAmongLast(int looked) {
        int valid = 0;
        for (int i = recent.length - looked; i < recent.length; i++) {
            valid += Double.isNaN(recent[i]) ? 0 : 1;
        }
        return valid;
    }

    private double sumOfLast(int looked) {
        double sum = 0;
        for (int i = recent.length - looked; i < recent.length; i++) {
            sum += Double.isNaN(recent[i]) ? 0 : recent[i];
        }
        return sum;
    }

    private static double meanOfLastValid(double[] samples, int most) {
        return mean(lastValid(samples, most));
    }

    private static double mean(double[] samples) {
        double sum = 0;
        for (double sample : samples) {
            sum += sample;
        }
        return sum / samples.length;
    }

    private static double[] lastValid(double[] samples, int most) {
        double[] last = new double[Math.min(most, samples.length)];
        int at = last.length;
        for (int i = samples.length - 1; i >= 0 && at > 0; i--) {
            if (!Double.isNaN(samples[i])) {
                last[--at] = samples[i];
            }
        }
        return Arrays.copyOfRange(last, at, last.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoadAverage that
                && Double.compare(value, that.value) == 0
                && rounds == that.rounds
                && Arrays.equals(recent, that.recent);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(recent) * 31 + rounds;
    }

    @Override
    public String toString() {
        return "LoadAverage[value=" + value + ", rounds=" + rounds + ", recent=" + Arrays.toString(recent) + "]";
    }
}
