package io.fairlead.placement;

import java.util.Optional;

/** By which rule the rooms of a service are placed. */
public enum Policy {
    /** The method's text exactly: margin to the ceiling, squared, one draw. */
    SAFETY_MARGIN("safety-margin"),
    /** The same idea, with what is on its way, what has still to grow and what is cold counted in. */
    FAIRLEAD("fairlead");

    private final String label;

    Policy(String label) {
        this.label = label;
    }

    /** The name in configuration and on the wire. */
    public String label() {
        return label;
    }

    /** The policy of a name, or empty if there is none. */
    public static Optional<Policy> of(String label) {
        for (Policy policy : values()) {
            if (policy.label.equals(label)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }
}
