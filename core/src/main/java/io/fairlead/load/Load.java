package io.fairlead.load;

/**
 * How busy one node is in one round.
 *
 * @param points 0..100, more is worse
 * @param partial whether a metric that peers have was unknown here and counted as the highest value of any peer
 */
public record Load(double points, boolean partial) {

    /** Refuses a load outside 0..100. */
    public Load {
        if (!(points >= 0 && points <= 100)) {
            throw new IllegalArgumentException("load is " + points + ": use points from 0 to 100");
        }
    }
}
