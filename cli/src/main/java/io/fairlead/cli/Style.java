package io.fairlead.cli;

/** How words are coloured; a colour never says what the words do not say too. */
enum Style {
    /** No colours. */
    PLAIN,
    /** The colours of a terminal. */
    ANSI;

    String strong(String text) {
        return code("1", text);
    }

    String good(String text) {
        return code("32", text);
    }

    String doubtful(String text) {
        return code("33", text);
    }

    String bad(String text) {
        return code("31", text);
    }

    String quiet(String text) {
        return code("2", text);
    }

    private String code(String number, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + number + "m" + text + "\u001b[0m";
    }
}
