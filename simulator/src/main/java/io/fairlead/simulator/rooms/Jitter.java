package io.fairlead.simulator.rooms;

import java.util.SplittableRandom;

/**
 * How what a machine measures of its CPU differs from the truth: noise with a memory of 2 s, and spikes.
 *
 * @param sd standard deviation of the noise in points, 0 to 100
 * @param spikeEveryS mean time between two spikes in seconds, above 0
 */
public record Jitter(double sd, double spikeEveryS) {

    private static final double TAU_S = 2;
    private static final double STEP_S = 0.5;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Jitter {
        if (!(sd >= 0 && sd <= 100) || !(spikeEveryS > 0)) {
            throw new IllegalArgumentException("noise is " + sd + " points with a spike each " + spikeEveryS
                    + " s: use 0 to 100 points and a time above 0");
        }
    }

    /** 3 points, and a spike a minute. */
    public static Jitter usual() {
        return new Jitter(3, 60);
    }

    /** The jitter of one machine, which goes on from report to report. */
    static final class Source {

        private final Jitter jitter;
        private final SplittableRandom random;
        private double slow;
        private double at;
        private double spikeFrom;
        private double spikeTo;
        private double spikeHeight;

        Source(Jitter jitter, double at, SplittableRandom random) {
            this.jitter = jitter;
            this.random = random;
            this.at = at;
            this.slow = jitter.sd * Draws.gaussian(random);
            nextSpike(at);
        }

        private void nextSpike(double from) {
            spikeFrom = from + Draws.exponential(random, jitter.spikeEveryS);
            spikeTo = spikeFrom + Draws.between(random, 0.5, 3);
            spikeHeight = Draws.between(random, 15, 40);
        }

        /** The mean deviation in points since the last call. */
        double meanUntil(double now) {
            double span = now - at;
            if (span <= 0) {
                return slow;
            }
            double sum = noise(span) + spikes(now);
            at = now;
            return sum / span;
        }

        private double noise(double span) {
            int steps = (int) Math.ceil(span / STEP_S);
            double step = span / steps;
            double memory = StrictMath.exp(-step / TAU_S);
            double kick = jitter.sd * StrictMath.sqrt(1 - memory * memory);
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                slow = memory * slow + kick * Draws.gaussian(random);
                sum += slow * step;
            }
            return sum;
        }

        private double spikes(double now) {
            double sum = 0;
            while (spikeFrom < now) {
                double from = Math.max(at, spikeFrom);
                sum += spikeHeight * Math.max(0, Math.min(now, spikeTo) - from);
                if (spikeTo > now) {
                    break;
                }
                nextSpike(spikeTo);
            }
            return sum;
        }
    }
}
