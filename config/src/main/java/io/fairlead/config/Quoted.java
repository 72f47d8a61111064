package io.fairlead.config;

import java.util.Locale;

/** Text of a stranger as it may stand in a one-line message: in quotes, no control characters, not endless. */
public final class Quoted {
    private static final int LONGEST = 80;

    private Quoted() {}

    /** The text in quotes: at most 80 characters of it, control characters escaped. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder("\"");
        int shown = 0;
        for (int i = 0; i < text.length() && shown < LONGEST; shown++) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Printable.isCommand(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        }
        boolean cut = text.codePointCount(0, text.length()) > LONGEST;
        return out.append(cut ? "...\"" : "\"").toString();
    }
}
