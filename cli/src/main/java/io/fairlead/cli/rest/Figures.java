package io.fairlead.cli.rest;

import java.util.Locale;

/** Numbers as a person reads them: a dot in every country, and a word for what is not known. */
public final class Figures {

    private Figures() {}

    /** Points with one decimal, or {@code ?}. */
    public static String points(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value + 0.0) : "?";
    }

    /** A number with up to two decimals, none of them a trailing zero, or {@code ?}. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return "?";
        }
        String text = String.format(Locale.ROOT, "%.2f", value + 0.0);
        return text.replaceAll("\\.?0+$", "");
    }

    /** A span of seconds, such as {@code 0.4 s}, {@code 12 s} or {@code 3 min}; {@code ?} where it is not known. */
    public static String seconds(double value) {
        if (!Double.isFinite(value)) {
            return "?";
        }
        if (value < 10) {
            return String.format(Locale.ROOT, "%.1f s", value);
        }
        return value < 120 ? Math.round(value) + " s" : Math.round(value / 60) + " min";
    }

    /** A count and its noun, such as {@code 1 round} or {@code 2 rounds}. */
    public static String count(long number, String noun) {
        String plural = noun.endsWith("ch") ? "es" : "s";
        return number + " " + noun + (number == 1 ? "" : plural);
    }
}
