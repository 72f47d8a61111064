package io.fairlead.client;

import java.time.Duration;

/** Refuses settings out of range, naming the setting, its value and the range. */
final class Range {

    private Range() {}

    static void check(String key, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    key + " is " + words(value) + ": use " + words(least) + " to " + words(most));
        }
    }

    static void check(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " is " + value + ": use " + least + " to " + most);
        }
    }

    /** A time in the largest unit that shows it in full, such as {@code 3s} or {@code 250ms}. */
    static String words(Duration time) {
        if (time.toNanosPart() % 1_000_000 != 0) {
            return time.toString();
        }
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
