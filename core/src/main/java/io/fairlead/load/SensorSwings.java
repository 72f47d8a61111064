package io.fairlead.load;

import java.util.ArrayList;
import java.util.List;

/**
 * How often the samples of one node have swung by at least 30 points up or down, and when.
 *
 * <p>A sensor that swings slowly between two levels looks like a load that does, and no rule can tell them apart. So
 * nothing is decided by this: it only raises an alarm.
 *
 * @param direction 1 after a swing up, -1 after one down, 0 before the first
 * @param low the lowest sample since the last swing, NaN before the first sample
 * @param high the highest sample since the last swing, NaN before the first sample
 * @param rounds the rounds of the last swings, oldest first, at most 4
 */
public record SensorSwings(int direction, double low, double high, List<Long> rounds) {

    /** Least way of a swing, in points. */
    public static final double SWING_POINTS = 30;

    /** As many swings within the alarm's span raise it. */
    public static final int ALARM_SWINGS = 4;

    private static final SensorSwings NONE = new SensorSwings(0, Double.NaN, Double.NaN, List.of());

    /** No sample seen. */
    public static SensorSwings none() {
        return NONE;
    }

    /** The swings after one more valid sample of the given round. */
    public SensorSwings next(double sample, long round) {
        double lowest = Double.isNaN(low) ? sample : Math.min(low, sample);
        double highest = Double.isNaN(high) ? sample : Math.max(high, sample);
        if (direction <= 0 && sample - lowest >= SWING_POINTS) {
            return new SensorSwings(1, sample, sample, with(round));
        }
        if (direction >= 0 && highest - sample >= SWING_POINTS) {
            return new SensorSwings(-1, sample, sample, with(round));
        }
        return lowest == low && highest == high ? this : new SensorSwings(direction, lowest, highest, rounds);
    }

    /** Whether four swings lie within the last rounds. */
    public boolean isSwinging(long round, int lastRounds) {
        return rounds.size() == ALARM_SWINGS && round - rounds.get(0) < lastRounds;
    }

    private List<Long> with(long round) {
        List<Long> last = new ArrayList<>(rounds);
        last.add(round);
        return List.copyOf(last.subList(Math.max(0, last.size() - ALARM_SWINGS), last.size()));
    }
}
