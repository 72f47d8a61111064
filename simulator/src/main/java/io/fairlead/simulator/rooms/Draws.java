package io.fairlead.simulator.rooms;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** The distributions of these worlds, alike on every JVM. */
final class Draws {

    private static final double REACH = 8;
    private static final double STEP = 0.01;

    private Draws() {}

    static double exponential(SplittableRandom random, double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    static double gaussian(SplittableRandom random) {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
    }

    static double between(SplittableRandom random, double from, double to) {
        return from + (to - from) * random.nextDouble();
    }

    static double lognormal(SplittableRandom random, double mean, double sigma) {
        return lognormalAt(gaussian(random), mean, sigma);
    }

    /** The lognormal value that stands where a standard normal one does. */
    static double lognormalAt(double z, double mean, double sigma) {
        return mean * StrictMath.exp(sigma * z - sigma * sigma / 2);
    }

    /** The mean of a function of a standard normal value. */
    static double meanOf(DoubleUnaryOperator function) {
        double sum = 0;
        double weights = 0;
        for (double z = -REACH; z <= REACH; z += STEP) {
            double weight = StrictMath.exp(-z * z / 2);
            sum += weight * function.applyAsDouble(z);
            weights += weight;
        }
        return sum / weights;
    }
}
