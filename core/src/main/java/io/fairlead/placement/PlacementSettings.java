package io.fairlead.placement;

import java.time.Duration;

/**
 * How rooms of one service are placed.
 *
 * @param policy by which rule
 * @param ceilings the ceilings of machines that bring none of their own
 * @param sampleTtl age from which a sample no longer counts, 1 ms to 1 h
 * @param admission whether a new room is refused while no instance has room for it; of no effect under {@code safety-margin}
 * @param terms the terms of {@code fairlead}; of no effect under {@code safety-margin}
 */
public record PlacementSettings(
        Policy policy, SafetyMargin ceilings, Duration sampleTtl, boolean admission, PlacementTerms terms) {

    /** Three periods: one lost report excludes nobody, and a silent machine gets nothing after 9 s. */
    public static final Duration DEFAULT_SAMPLE_TTL = LoadReport.PERIOD.multipliedBy(3);

    /** Checks the range. */
    public PlacementSettings {
        if (sampleTtl.compareTo(Duration.ofMillis(1)) < 0 || sampleTtl.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("sample-ttl is " + sampleTtl + ": use 1ms to 1h");
        }
    }

    /** {@code fairlead} with all its terms, ceilings 85 and 90, samples of less than 9 s, nobody refused. */
    public static PlacementSettings standard() {
        return new PlacementSettings(
                Policy.FAIRLEAD, SafetyMargin.standard(), DEFAULT_SAMPLE_TTL, false, PlacementTerms.standard());
    }

    /** The method's own: {@code safety-margin}, ceilings 85 and 90, samples of less than 9 s. */
    public static PlacementSettings safetyMargin() {
        return standard().with(Policy.SAFETY_MARGIN);
    }

    /** The same by another policy. */
    public PlacementSettings with(Policy other) {
        return new PlacementSettings(other, ceilings, sampleTtl, admission, terms);
    }

    /** The same with other ceilings. */
    public PlacementSettings with(SafetyMargin other) {
        return new PlacementSettings(policy, other, sampleTtl, admission, terms);
    }

    /** The same with another age from which a sample no longer counts. */
    public PlacementSettings withSampleTtl(Duration age) {
        return new PlacementSettings(policy, ceilings, age, admission, terms);
    }

    /** The same with other terms. */
    public PlacementSettings with(PlacementTerms other) {
        return new PlacementSettings(policy, ceilings, sampleTtl, admission, other);
    }

    /** The same with new rooms refused while no instance has room for them, or not. */
    public PlacementSettings withAdmission(boolean refuses) {
        return new PlacementSettings(policy, ceilings, sampleTtl, refuses, terms);
    }
}
