package io.fairlead.redis;

import io.fairlead.Incarnation;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.SafetyMargin;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An instance of which only a weight is known, since another program reports it under the method's names: shown as one with
 * a single resource, {@value #METRIC}, whose distance to its ceiling squares to just that weight.
 */
final class ForeignWeight {

    /** The resource's name, so that an explanation says what binds. */
    static final String METRIC = "weight";

    /** The incarnation of a process that tells none. */
    static final Incarnation INCARNATION = new Incarnation("0");

    /** The largest weight that a margin has: 100 points squared. */
    static final int MOST = 10_000;

    private static final double CEILING = 100;
    /** How long it has run is not known. It is taken for warm, as its own schedulers take it. */
    private static final Duration UPTIME = Duration.ofDays(1);

    private ForeignWeight() {}

    /**
     * The candidate.
     *
     * @param instance the instance
     * @param weight as it stands in Redis; what is not a whole number of 0 or more is an unknown weight, a larger one than
     *     {@link #MOST} counts as that
     * @param sequence growing with each look
     * @param lookAge time since the look
     */
    static Candidate candidate(Instance instance, String weight, long sequence, Duration lookAge) {
        // The key tells nothing about when it was written. It may be one period old, so it is taken for that.
        Duration age = LoadReport.PERIOD.plus(lookAge);
        OptionalDouble margin = margin(weight);
        SortedMap<String, Double> used = new TreeMap<>();
        margin.ifPresent(points -> used.put(METRIC, CEILING - points));
        SortedMap<String, Double> ceilings = new TreeMap<>();
        ceilings.put(METRIC, CEILING);
        LoadReport report = new LoadReport(
                INCARNATION,
                sequence,
                LoadReport.PERIOD,
                UPTIME,
                InstanceState.UP,
                new Metrics(used),
                new SafetyMargin(ceilings),
                Occupancy.unknown());
        return new Candidate(instance, report, age);
    }

    /**
     * The margin that squares to a weight. It lies in the middle between the roots of this weight and the next one, farther
     * from both than subtracting from the ceiling and back can be wrong; 0 has none of that, and no margin.
     */
    private static OptionalDouble margin(String weight) {
        if (weight.isEmpty() || weight.length() > 18 || !weight.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalDouble.empty();
        }
        long known = Math.min(MOST, Long.parseLong(weight));
        if (known == 0 || known == MOST) {
            return OptionalDouble.of(known == 0 ? 0 : CEILING);
        }
        return OptionalDouble.of(Math.sqrt(known + 0.5));
    }
}
