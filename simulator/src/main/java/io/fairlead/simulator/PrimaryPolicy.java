package io.fairlead.simulator;

import io.fairlead.primary.Observation;

/**
 * A way to choose the primary of one group, with its memory of one run.
 *
 * <p>A policy is told every round what is seen, and its word moves the role. It must not look at a clock or at
 * randomness of its own: a run is repeated from its seed.
 */
public interface PrimaryPolicy {

    /** The policy's name in tables, for example {@code steady}. */
    String name();

    /** Takes in one round and says who is primary from now on. */
    Verdict decide(Observation seen);

    /** Forgets everything, as when a group begins. */
    void forget();
}
