package io.fairlead.simulator.rooms;

import java.util.ArrayList;
import java.util.List;

/**
 * How rooms arrive: in the mean as many as keep the offered load, and more in storms.
 *
 * @param offered the load in percent of all cores, base load included, at which the world is steady; 1 to 200
 * @param batchShare the share of the arrivals that comes in batches, 0 to 1
 * @param storms times in which more arrive
 */
public record Arrivals(double offered, double batchShare, List<Storm> storms) {

    static final double BATCH_EVERY_S = 15;
    static final double BATCH_LASTS_S = 0.3;

    /**
     * A time in which more rooms arrive than usual.
     *
     * @param fromS its begin in seconds of the run
     * @param lastsS how long it lasts
     * @param factor how many times as many arrive
     */
    public record Storm(double fromS, double lastsS, double factor) {}

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Arrivals {
        if (!(offered >= 1 && offered <= 200)) {
            throw new IllegalArgumentException("offered load is " + offered + ": use 1 to 200 percent");
        }
        if (!(batchShare >= 0 && batchShare <= 1)) {
            throw new IllegalArgumentException("share of batches is " + batchShare + ": use 0 to 1");
        }
        storms = List.copyOf(storms);
    }

    /** Rooms that arrive one by one. */
    public static Arrivals steady(double offered) {
        return new Arrivals(offered, 0, List.of());
    }

    /** The same with a share of them in batches of 0.3 s, one each 15 s. */
    public Arrivals inBatches(double share) {
        return new Arrivals(offered, share, storms);
    }

    /** The same with one more storm. */
    public Arrivals with(Storm storm) {
        List<Storm> more = new ArrayList<>(storms);
        more.add(storm);
        return new Arrivals(offered, batchShare, more);
    }
}
