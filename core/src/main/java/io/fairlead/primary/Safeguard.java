package io.fairlead.primary;

import java.util.Locale;

/** One thing that {@code steady} does and the literal text does not; each can be turned off by its own name. */
public enum Safeguard {
    /** Compares a standby with what the role itself would add to its load. */
    ROLE_LOAD,
    /** At a change of primary, moves the known role load from the old average to the new one instead of halving. */
    REBASE,
    /** Wants twice the hysteresis for a candidate above the ceiling, and stays when all are above it. */
    CEILING,
    /** Bars a candidate whose sensor jumps about, and judges such a primary by its lower quartile. */
    ROUGH_SENSOR,
    /** Suspects a new primary that did not get busier when the old one got idle. */
    PLAUSIBILITY,
    /** Reports a switch whose advantage has gone after a while. */
    NO_GAIN,
    /** Lets the streak advance only in rounds in which both compared nodes delivered a valid sample. */
    FRESH_SAMPLES,
    /** Counts the warm-up from the candidate's own last restart or silence, not from the group's last change. */
    OWN_WARM_UP,
    /** Counts a node into the group size only once it has passed an observation period. */
    EARNED_GROUP_SIZE,
    /** Keeps a primary that is alive but not measured. */
    KEEP_UNMEASURED;

    /** The safeguard's name in configuration, for example {@code rough-sensor}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
