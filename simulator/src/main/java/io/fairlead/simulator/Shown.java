package io.fairlead.simulator;

import java.util.Locale;

/** Shows numbers and foreign text the same way on every machine and on one line. */
final class Shown {

    private static final int LONGEST = 40;

    private Shown() {}

    /** Foreign text in quotes: control characters escaped, long text cut. */
    static String quoted(String text) {
        StringBuilder shown = new StringBuilder("\"");
        for (int i = 0; i < Math.min(LONGEST, text.length()); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                shown.append('\\').append(c);
            } else if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.append(text.length() > LONGEST ? "...\"" : "\"").toString();
    }

    /** A number with at most so many decimals, a dot, and no zeros at its end. */
    static String number(double value, int decimals) {
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (Math.abs(value) >= 1e15) {
            return Double.toString(value);
        }
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        if (text.indexOf('.') >= 0) {
            text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        }
        return text.equals("-0") ? "0" : text;
    }

    /** A count and its noun, such as {@code 1 round} or {@code 2 rounds}. */
    static String count(long number, String noun) {
        String plural = noun.endsWith("ch") ? "es" : "s";
        return number + " " + noun + (number == 1 ? "" : plural);
    }
}
