package io.fairlead.manager.loop;

import java.util.Locale;

/** What a node is in its group. */
public enum Role {
    /** The node that works. */
    PRIMARY,
    /** A node that waits. */
    STANDBY;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The role's name on the wire. */
    public String label() {
        return label;
    }
}
