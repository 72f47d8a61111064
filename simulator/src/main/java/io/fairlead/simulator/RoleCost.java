package io.fairlead.simulator;

/**
 * What being primary costs in a world, and whether the primary can measure it.
 *
 * <p>A new primary carries {@code points / capacity} at once and a start-up surcharge that fades with a time constant
 * of 20 s; a node that was demoted drains with a time constant of 30 s.
 *
 * @param points load of the role on a machine of capacity 1, 0..100
 * @param surcharge extra points right after a promotion, 0..100
 * @param measured whether the primary reports the role's load on it
 */
public record RoleCost(double points, double surcharge, boolean measured) {

    private static final double START_UP_SECONDS = 20;
    private static final double DRAIN_SECONDS = 30;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public RoleCost {
        if (!(points >= 0 && points <= 100)) {
            throw new IllegalArgumentException("role load is " + points + ": use points from 0 to 100");
        }
        if (!(surcharge >= 0 && surcharge <= 100)) {
            throw new IllegalArgumentException("surcharge is " + surcharge + ": use points from 0 to 100");
        }
    }

    /** A role that costs nothing. */
    public static RoleCost none() {
        return new RoleCost(0, 0, false);
    }

    /** A role of so many points with a surcharge of 12, which nobody measures. */
    public static RoleCost of(double points) {
        return new RoleCost(points, 12, false);
    }

    /** The same role, reported by the primary. */
    public RoleCost whichIsMeasured() {
        return new RoleCost(points, surcharge, true);
    }

    /** The same role without a surcharge: the load moves at once and whole. */
    public RoleCost withoutSurcharge() {
        return new RoleCost(points, 0, measured);
    }

    /** Points on a machine that has been primary for some seconds. */
    double whilePrimary(double capacity, double seconds) {
        return points / capacity + surcharge * StrictMath.exp(-seconds / START_UP_SECONDS);
    }

    /** Points left on a machine that was demoted some seconds ago. */
    double whileDraining(double capacity, double seconds) {
        return points / capacity * StrictMath.exp(-seconds / DRAIN_SECONDS);
    }
}
