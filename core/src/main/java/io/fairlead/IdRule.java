package io.fairlead;

/** The one rule that every id of Fairlead obeys, so that an id round-trips through URLs, files, keys and labels. */
final class IdRule {

    static final int MAX_LENGTH = 128;

    private IdRule() {}

    static void check(String kind, String value) {
        if (!isValid(value)) {
            throw new IllegalArgumentException(kind + " id " + quoted(value)
                    + " is not an id: use 1.." + MAX_LENGTH
                    + " characters of [A-Za-z0-9._-], starting with a letter or digit");
        }
    }

    private static boolean isValid(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH || !isLetterOrDigit(value.charAt(0))) {
            return false;
        }
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isLetterOrDigit(c) && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** Shows an unusable id on one line: control characters escaped, long ones cut. */
    private static String quoted(String value) {
        StringBuilder shown = new StringBuilder("\"");
        for (int i = 0; i < value.length() && i < 40; i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                shown.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029) {
                shown.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
            } else {
                shown.append(c);
            }
        }
        return shown.append(value.length() > 40 ? "...\" (" + value.length() + " characters)" : "\"")
                .toString();
    }
}
