package io.fairlead.manager.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * How often the standbys of a group rehearse, and at which time of day.
 *
 * @param every each standby at most once in this time, 1 h to 365 d
 * @param window when a drill may begin
 * @param zone where the window's times are read
 */
public record DrillSettings(Duration every, Window window, ZoneId zone) {

    private static final Duration SHORTEST = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Checks the range. */
    public DrillSettings {
        if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("every is " + every.toSeconds() + "s: use 1h to 365d");
        }
    }

    /**
     * A span of each day; it may go past midnight.
     *
     * @param from its first moment
     * @param to the first moment after it, another one than the first
     */
    public record Window(LocalTime from, LocalTime to) {

        /** Checks that it is not empty. */
        public Window {
            if (from.equals(to)) {
                throw new IllegalArgumentException("window begins and ends at " + from + ": use two times");
            }
        }

        boolean has(LocalTime time) {
            boolean begun = !time.isBefore(from);
            boolean before = time.isBefore(to);
            return from.isBefore(to) ? begun && before : begun || before;
        }

        /** Such as {@code 02:00-04:00}. */
        @Override
        public String toString() {
            return from + "-" + to;
        }
    }

    /** Whether a drill may begin at a time, in ms since 1970. */
    boolean mayBegin(long wallMillis) {
        return window.has(Instant.ofEpochMilli(wallMillis).atZone(zone).toLocalTime());
    }
}
