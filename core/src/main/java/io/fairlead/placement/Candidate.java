package io.fairlead.placement;

import io.fairlead.InstanceId;
import java.time.Duration;

/**
 * An instance to which a room may go, as the store shows it.
 *
 * @param instance the instance
 * @param report its newest report
 * @param sampleAge the age of the report's sample now: what it was when it was sent, and the store's time since it came in
 */
public record Candidate(Instance instance, LoadReport report, Duration sampleAge) {

    /** Refuses a negative age. */
    public Candidate {
        if (sampleAge.isNegative()) {
            throw new IllegalArgumentException(
                    "sample age of " + instance.id() + " is " + sampleAge + ": use 0 or more");
        }
    }

    /** The instance's name. */
    public InstanceId id() {
        return instance.id();
    }

    /** The process that would own a room placed here. */
    public Owner owner() {
        return new Owner(instance.id(), report.incarnation());
    }
}
