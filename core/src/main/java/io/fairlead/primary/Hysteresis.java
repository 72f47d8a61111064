package io.fairlead.primary;

/**
 * How much less loaded a candidate has to be: {@code max(floor, noiseFactor x noise, base x 2/k)} points.
 *
 * @param base points at k = 2, above 0 and at most 100
 * @param floor points that it never goes below, 0..100; 0 for none
 * @param noiseFactor how many times the compared nodes' noise it is at least, 0..10; 0 for none
 */
public record Hysteresis(double base, double floor, double noiseFactor) {

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Hysteresis {
        if (!(base > 0 && base <= 100)) {
            throw new IllegalArgumentException("hysteresis-base is " + base + ": use above 0, at most 100");
        }
        if (!(floor >= 0 && floor <= 100)) {
            throw new IllegalArgumentException("hysteresis-floor is " + floor + ": use 0 to 100");
        }
        if (!(noiseFactor >= 0 && noiseFactor <= 10)) {
            throw new IllegalArgumentException("noise-factor is " + noiseFactor + ": use 0 to 10");
        }
    }

    /** Points before noise is looked at. Defined for k &gt;= 2 only: with fewer nodes there is nothing to compare. */
    public double at(int k) {
        if (k < 2) {
            throw new IllegalArgumentException("k is " + k + ": a hysteresis needs at least two nodes");
        }
        return Math.max(floor, base * 2 / k);
    }

    /** Points against a given noise, in points. */
    public double at(int k, double noise) {
        return Math.max(at(k), noiseFactor * noise);
    }

    /** The same with another base. */
    public Hysteresis withBase(double other) {
        return new Hysteresis(other, floor, noiseFactor);
    }

    /** The same with another floor. */
    public Hysteresis withFloor(double other) {
        return new Hysteresis(base, other, noiseFactor);
    }

    /** The same with another noise factor. */
    public Hysteresis withNoiseFactor(double other) {
        return new Hysteresis(base, floor, other);
    }
}
