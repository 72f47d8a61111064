package io.fairlead.config;

/**
 * Text of a stranger as it may be printed: what a terminal would obey, what would begin another line, and what would turn
 * the direction of the text around stands as a space.
 */
public final class Printable {
    private Printable() {}

    /** The text with a space for each such character. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(Printable::isCommand)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().map(c -> isCommand(c) ? ' ' : c).forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** Whether a character is one that commands instead of being shown. */
    static boolean isCommand(int c) {
        boolean line = c == 0x2028 || c == 0x2029;
        boolean direction = c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        return Character.isISOControl(c) || line || direction;
    }
}
