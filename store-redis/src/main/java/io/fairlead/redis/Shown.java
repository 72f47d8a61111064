package io.fairlead.redis;

/** What others wrote, made fit for one line of a log: no control characters, and not too long. */
final class Shown {

    private static final int LONGEST = 200;

    private Shown() {}

    /** The innermost words of a failure. */
    static String of(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null && innermost.getCause() != innermost) {
            innermost = innermost.getCause();
        }
        String text = innermost.getMessage();
        return text == null || text.isEmpty() ? innermost.getClass().getSimpleName() : line(text);
    }

    /** A text on one line. */
    static String line(String text) {
        String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        StringBuilder line = new StringBuilder();
        shown.chars()
                .forEach(c ->
                        line.append(c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029 ? '?' : (char) c));
        return line.toString();
    }
}
