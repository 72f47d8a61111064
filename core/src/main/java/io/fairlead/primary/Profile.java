package io.fairlead.primary;

import java.util.Locale;

/** A named set of settings for one and the same pipeline. */
public enum Profile {
    /** The method as its text describes it, to the letter. */
    CLASSIC,
    /** The same gates, with what measurement showed to be missing; the default. */
    STEADY;

    /** The profile's name in configuration and output. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The profile of a name in configuration; refuses others, naming the known ones. */
    public static Profile of(String label) {
        for (Profile profile : values()) {
            if (profile.label().equals(label)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("profile is \"" + label + "\": use classic or steady");
    }
}
