package io.fairlead.client.role;

import java.util.Locale;

/** How it stands with a node's part in failsafe. Constants are added, never renamed. */
public enum FailsafeState {
    /** It takes no part: where no manager answers, its role ends. */
    OFF,
    /** It promises to others, and would ask them for its role. */
    ON,
    /** It is primary by the promises of all others, since no manager answers. */
    HOLDING;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The word on the wire. */
    public String word() {
        return word;
    }
}
