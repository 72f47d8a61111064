package io.fairlead.config;

import java.time.Duration;

/**
 * The checks that configuration records make of their own components; the message begins with the key, so that {@link
 * Settings#build} can say where in the file it stands.
 */
public final class Bounds {
    private Bounds() {}

    /** Returns the value, or throws {@link IllegalArgumentException} where it is outside {@code least..most}. */
    public static Duration duration(String key, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(key + ": found " + DurationText.format(value) + ", allowed "
                    + DurationText.format(least) + ".." + DurationText.format(most));
        }
        return value;
    }

    /** Returns the value, or throws {@link IllegalArgumentException} where it is not finite or outside the range. */
    public static double number(String key, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    key + ": found " + plain(value) + ", allowed " + plain(least) + ".." + plain(most));
        }
        return value;
    }

    /** Returns the value, or throws {@link IllegalArgumentException} where it is outside {@code least..most}. */
    public static int integer(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + ": found " + value + ", allowed " + least + ".." + most);
        }
        return value;
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
