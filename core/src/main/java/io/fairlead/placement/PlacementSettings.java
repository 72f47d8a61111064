package io.fairlead.placement;

import java.time.Duration;

/**
 * How rooms of one service are placed.
 *
 * @param ceilings the ceilings of machines that bring none of their own
 * @param sampleTtl age from which a sample no longer counts, 1 ms to 1 h
 */
public record PlacementSettings(SafetyMargin ceilings, Duration sampleTtl) {

    /** Three periods: one lost report excludes nobody, and a silent machine gets nothing after 9 s. */
    public static final Duration DEFAULT_SAMPLE_TTL = LoadReport.PERIOD.multipliedBy(3);

    /** Checks the range. */
    public PlacementSettings {
        if (sampleTtl.compareTo(Duration.ofMillis(1)) < 0 || sampleTtl.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("sample-ttl is " + sampleTtl + ": use 1ms to 1h");
        }
    }

    /** The method's own: ceilings 85 and 90, samples of less than 9 s. */
    public static PlacementSettings standard() {
        return new PlacementSettings(SafetyMargin.standard(), DEFAULT_SAMPLE_TTL);
    }

    /** The same with other ceilings. */
    public PlacementSettings with(SafetyMargin other) {
        return new PlacementSettings(other, sampleTtl);
    }
}
