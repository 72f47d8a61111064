package io.fairlead.config;

import java.util.regex.Pattern;

/**
 * A secret text by which a request to a manager says whose it is: 16 to 256 printable ASCII characters without spaces.
 *
 * <p>It has no {@code equals}, so that nobody compares it character by character, and no text of its own in a log.
 */
public final class BearerToken {
    /** What a token is, for messages; they never show one. */
    public static final String RULE = "16 to 256 printable ASCII characters without spaces";

    private static final Pattern FORM = Pattern.compile("[!-~]{16,256}");

    private final String text;
    private final String source;

    private BearerToken(String text, String source) {
        this.text = text;
        this.source = source;
    }

    /**
     * A token.
     *
     * @param source where it stands, for a person who looks for it: a file and never the token
     */
    public static BearerToken of(String text, String source) {
        if (!isToken(text)) {
            throw new IllegalArgumentException("a token has " + RULE);
        }
        return new BearerToken(text, source);
    }

    /** Whether a text has the form of a token. */
    public static boolean isToken(String text) {
        return FORM.matcher(text).matches();
    }

    /** Where it stands. */
    public String source() {
        return source;
    }

    /** The value of the header {@code Authorization}, which is for the wire only. */
    public String authorization() {
        return "Bearer " + text;
    }

    /** The token itself, for a client that makes that value of it. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return "the token in " + source;
    }
}
