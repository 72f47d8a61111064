package io.fairlead.client.machine;

import java.util.Locale;
import java.util.Optional;

/** Strict reading of the numbers that the kernel prints, and of counters that only grow. */
final class Numbers {
    private static final long RANGE_32_BIT = 1L << 32;

    private Numbers() {}

    /** A whole number from 0 on; anything else, -1 included, is not a value. */
    static long count(String text, String where) throws Unmeasured {
        try {
            long value = Long.parseLong(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new Unmeasured(where + " says \"" + shortened(text) + "\", which is not a count");
        }
        throw new Unmeasured(where + " says " + shortened(text) + ", which is below zero");
    }

    /** The number after a key, in text of lines such as {@code usage_usec 123} or {@code MemTotal:  123 kB}. */
    static long keyed(String text, String key, String where) throws Unmeasured {
        Optional<String> value = keyedIfPresent(text, key);
        if (value.isEmpty()) {
            throw new Unmeasured(where + " has no " + key);
        }
        return count(value.get(), where + " " + key);
    }

    /** The first word after a key, or empty where no line begins with the key. */
    static Optional<String> keyedIfPresent(String text, String key) {
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            int afterKey = at + key.length();
            if (text.startsWith(key, at) && afterKey < end && Character.isWhitespace(text.charAt(afterKey))) {
                String[] words = text.substring(afterKey, end).strip().split("\\s+", -1);
                return Optional.of(words[0]);
            }
            at = end + 1;
        }
        return Optional.empty();
    }

    /** How far a counter grew that never wraps in practice; falling means that it began anew. */
    static long growth(long before, long now, String what) throws Unmeasured {
        if (now < before) {
            throw new Unmeasured(what + " fell from " + before + " to " + now + ": it began anew");
        }
        return now - before;
    }

    /**
     * How far a counter grew that is known to have 32 bits. A wrap and a restart look alike; whoever asks must check
     * that the growth is one that the device can have had.
     */
    static long growth32Bit(long before, long now, String what) throws Unmeasured {
        if (now < before && before < RANGE_32_BIT) {
            return RANGE_32_BIT - before + now;
        }
        return growth(before, now, what);
    }

    /** A number with at most three decimals, none of them a trailing zero. */
    static String plain(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= 40 ? line : line.substring(0, 40) + "...";
    }
}
