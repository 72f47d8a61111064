package io.fairlead.manager.loop;

import io.fairlead.load.Metrics;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node measured in one sampling period.
 *
 * @param sequence number of the measurement, growing within an incarnation, 0 or more
 * @param metrics what was measured
 * @param unknown metric name to the reason why it could not be measured
 * @param roleLoad what being primary costs the node now, in its own load points 0..100, if it can measure that
 */
public record Sample(long sequence, Metrics metrics, SortedMap<String, String> unknown, OptionalDouble roleLoad) {

    /** Copies the reasons in the order of their metrics; refuses a negative sequence and a role load out of range. */
    public Sample {
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence is " + sequence + ": use 0 or more");
        }
        if (roleLoad.isPresent() && !(roleLoad.getAsDouble() >= 0 && roleLoad.getAsDouble() <= 100)) {
            throw new IllegalArgumentException("role_load is " + roleLoad.getAsDouble() + ": use points from 0 to 100");
        }
        unknown = Collections.unmodifiableSortedMap(new TreeMap<>(unknown));
    }
}
