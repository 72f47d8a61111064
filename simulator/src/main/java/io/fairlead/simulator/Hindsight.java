package io.fairlead.simulator;

import java.util.Arrays;

/**
 * The least cost at which the role could have been placed, had the whole future been known.
 *
 * <p>Dynamic programming over the nodes, one round at a time: {@code w_i = min(w_i, min_j w_j + switch cost) + load_i
 * x seconds}. The role may start anywhere for nothing, and cannot be where the load is unknown.
 */
public final class Hindsight {

    private static final double MOST = 1e9;

    private final double switchCost;
    private final double[] least;
    private double floor;

    /**
     * No rounds yet.
     *
     * @param nodes how many nodes there are
     * @param switchCost what a switch costs, in point-seconds, above 0 and at most 1e9
     */
    public Hindsight(int nodes, double switchCost) {
        if (!(switchCost > 0 && switchCost <= MOST)) {
            throw new IllegalArgumentException(
                    "switch-cost is " + switchCost + ": use point-seconds above 0 and at most 1000000000");
        }
        this.switchCost = switchCost;
        this.least = new double[nodes];
    }

    /**
     * Takes in one round.
     *
     * @param loads the load of every node as primary, in points; NaN where it is unknown, known for at least one
     * @param seconds how long the round lasts
     */
    public void add(double[] loads, double seconds) {
        double best = min(least);
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < least.length; i++) {
            if (Double.isNaN(loads[i])) {
                least[i] = Double.POSITIVE_INFINITY;
                continue;
            }
            least[i] = Math.min(least[i], best + switchCost) + loads[i] * seconds;
            lowest = Math.min(lowest, loads[i]);
        }
        floor += lowest * seconds;
    }

    /** The group ends here and a new one begins, whose first primary costs nothing. */
    public void restart() {
        Arrays.fill(least, min(least));
    }

    /** The least cost in point-seconds: loads x seconds plus the switches that it took. */
    public double optimum() {
        return min(least);
    }

    /** The sum of the least load x seconds of every round: what it would cost if switches cost nothing. */
    public double floor() {
        return floor;
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }
}
