package io.fairlead.client.role;

import java.util.Locale;

/** What a node is in its group: the one that works, or one that waits. */
public enum Role {
    PRIMARY,
    STANDBY;

    /** The role as it is written in messages: {@code primary} or {@code standby}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
