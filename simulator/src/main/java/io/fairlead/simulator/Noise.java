package io.fairlead.simulator;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How the load of a machine jitters: a slow part with a memory (AR(1)) and a white part.
 *
 * @param slowSd standard deviation of the slow part in points, 0..100
 * @param timeConstant time in which the slow part forgets, above 0
 * @param whiteSd standard deviation of the white part in points, 0..100
 */
public record Noise(double slowSd, Duration timeConstant, double whiteSd) {

    private static final Duration USUAL_TIME_CONSTANT = Duration.ofSeconds(30);

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Noise {
        if (!(slowSd >= 0 && slowSd <= 100) || !(whiteSd >= 0 && whiteSd <= 100)) {
            throw new IllegalArgumentException(
                    "noise is " + slowSd + " and " + whiteSd + ": use standard deviations from 0 to 100 points");
        }
        if (timeConstant.isNegative() || timeConstant.isZero()) {
            throw new IllegalArgumentException("noise time constant is " + timeConstant + ": use a time above 0");
        }
    }

    /** No noise. */
    public static Noise none() {
        return new Noise(0, USUAL_TIME_CONSTANT, 0);
    }

    /** A slow part of 4 points with a time constant of 30 s, and a white part of 2. */
    public static Noise usual() {
        return new Noise(4, USUAL_TIME_CONSTANT, 2);
    }

    /** The mixture of {@link #usual()} scaled to a total standard deviation. */
    public static Noise ofTotal(double sd) {
        double scale = sd / StrictMath.sqrt(20);
        return new Noise(4 * scale, USUAL_TIME_CONSTANT, 2 * scale);
    }

    /** The noise of one machine, which goes on from round to round. */
    static final class Source {

        private final double memory;
        private final double step;
        private final double whiteSd;
        private final SplittableRandom random;
        private double slow;

        Source(Noise noise, Duration interval, SplittableRandom random) {
            this.memory = StrictMath.exp(-(double) interval.toMillis() / noise.timeConstant.toMillis());
            this.step = noise.slowSd * StrictMath.sqrt(1 - memory * memory);
            this.whiteSd = noise.whiteSd;
            this.random = random;
            this.slow = noise.slowSd == 0 ? 0 : noise.slowSd * gaussian(random);
        }

        /** The next round's noise in points. */
        double next() {
            if (step == 0 && whiteSd == 0) {
                return 0;
            }
            slow = memory * slow + step * gaussian(random);
            return slow + whiteSd * gaussian(random);
        }
    }

    /**
     * A number that is as good as normal: twelve uniform ones less six. The library's own method may change between
     * Java versions, and a seed is to give the same world on all of them.
     */
    private static double gaussian(SplittableRandom random) {
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }
}
