package io.fairlead.client.failsafe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message between two nodes: a line that says what it is, a line for each field, and one with the code of all before it
 * under the group's secret. Only a message of exactly this form is read.
 */
final class Sealed {
    /** The most bytes of a message: three ids of 128 characters and what is beside them. */
    static final int LARGEST = 2048;

    private static final String CODE = "code ";

    private final String kind;
    private final List<String> keys;

    Sealed(String kind, String... keys) {
        this.kind = kind;
        this.keys = List.of(keys);
    }

    /** What became of a text that should be a message. */
    record Opened(Trouble trouble, List<String> values, String code) {}

    /** Why a text is no message of this group. */
    enum Trouble {
        NONE,
        OTHER_FORM,
        OTHER_SECRET
    }

    /** Whether a text, or what has come of it so far, has its last line. */
    static boolean isComplete(String text) {
        return text.endsWith("\n") && text.startsWith(CODE, text.lastIndexOf('\n', text.length() - 2) + 1);
    }

    /** A message with these values, in the order of the keys. */
    String seal(GroupSecret secret, List<String> values) {
        StringBuilder text = new StringBuilder(kind).append('\n');
        for (int i = 0; i < keys.size(); i++) {
            text.append(keys.get(i)).append(' ').append(values.get(i)).append('\n');
        }
        return text + CODE + secret.code(text.toString()) + "\n";
    }

    /** The code in a message that was sealed here. */
    static String codeOf(String message) {
        return message.substring(message.lastIndexOf(CODE) + CODE.length(), message.length() - 1);
    }

    Opened open(GroupSecret secret, String text) {
        Optional<List<String>> values = values(text);
        if (values.isEmpty()) {
            return new Opened(Trouble.OTHER_FORM, List.of(), "");
        }
        String code = codeOf(text);
        String coded = text.substring(0, text.lastIndexOf(CODE));
        return secret.isCode(code, coded)
                ? new Opened(Trouble.NONE, values.get(), code)
                : new Opened(Trouble.OTHER_SECRET, List.of(), "");
    }

    private Optional<List<String>> values(String text) {
        String[] lines = text.split("\n", -1);
        int last = keys.size() + 1;
        if (lines.length != last + 2
                || !lines[0].equals(kind)
                || !lines[last].startsWith(CODE)
                || !lines[last + 1].isEmpty()) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (!lines[i + 1].startsWith(keys.get(i) + " ")) {
                return Optional.empty();
            }
            values.add(lines[i + 1].substring(keys.get(i).length() + 1));
        }
        return Optional.of(values);
    }
}
