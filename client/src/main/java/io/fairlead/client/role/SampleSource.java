package io.fairlead.client.role;

import java.time.Duration;
import java.util.Optional;

/** Where the readings of a machine come from. */
public interface SampleSource {
    /** The newest reading, whether it was sent already or not; empty before the first. */
    Optional<Sample> newest();

    /** Told with each answer of a manager that says it: the group wants one sample in each span of this length. */
    default void wanted(Duration every) {}
}
