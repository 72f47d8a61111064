package io.fairlead.client.role;

import java.util.Locale;

/** Whether a node is able to work. */
public enum NodeHealth {
    /** Nobody checks it. */
    UNKNOWN,
    OK,
    FAILED;

    /** The health as it is written in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
