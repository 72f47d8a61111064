package io.fairlead.simulator.rooms;

import java.time.Duration;
import java.time.Instant;

/** Virtual seconds as the types of core. */
final class Time {

    private Time() {}

    static Duration span(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    static Instant instant(double seconds) {
        return Instant.EPOCH.plus(span(seconds));
    }
}
