package io.fairlead.agent;

import java.time.Duration;

/**
 * How often this machine is read: as often as the agent's own configuration or the group wants it, whichever is more,
 * and never more often than a rate can be told.
 *
 * @param own the agent's {@code sample-interval}
 * @param group the group's {@code sample-interval}; the agent's own where no manager said one yet
 */
record SamplePace(Duration own, Duration group) {
    /** The shortest {@code sample-interval} of an agent. */
    static final Duration SHORTEST = Duration.ofMillis(500);

    static SamplePace of(Duration own) {
        return new SamplePace(own, own);
    }

    /** The same for a group that wants samples this often. */
    SamplePace wanted(Duration every) {
        return new SamplePace(own, every);
    }

    /** Time between two readings. */
    Duration interval() {
        Duration floor = group.compareTo(SHORTEST) < 0 ? SHORTEST : group;
        return floor.compareTo(own) < 0 ? floor : own;
    }
}
