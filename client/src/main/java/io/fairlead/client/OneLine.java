package io.fairlead.client;

/** Text of others, made fit for a message or a log. */
final class OneLine {

    private static final int LONGEST = 500;

    private OneLine() {}

    /** The text without control characters, cut to 500 characters. */
    static String of(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?");
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "...";
    }
}
