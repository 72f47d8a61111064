package io.fairlead.handover;

import java.time.Duration;

/**
 * A node that is left out of load-driven changes for a time, because a step of its own failed.
 *
 * @param failures how many times in a row, 1 or more
 * @param until end of it, on the group's own time line
 */
public record Bar(int failures, Duration until) {

    /** Checks the count. */
    public Bar {
        if (failures < 1) {
            throw new IllegalArgumentException("failures is " + failures + ": use 1 or more");
        }
    }
}
