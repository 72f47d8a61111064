package io.fairlead.manager.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a token is for. It has nothing to do with the role of a node. */
public enum TokenRole {
    /** Takes part: reports nodes and instances, asks for places, and asks who is primary. */
    AGENT,
    /** May do everything. */
    OPERATOR,
    /** Looks at everything and changes nothing. */
    VIEWER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The role as it is written. */
    public String label() {
        return label;
    }

    /** All of them as they are written. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(TokenRole::label).toList();
    }
}
