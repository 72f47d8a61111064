package io.fairlead.primary;

/** What moved the role. */
public enum Cause {
    /** Load: a standby is less loaded by more than the hysteresis. */
    PREFERENCE,
    /** The primary is gone. */
    FAILOVER,
    /** A person asked for it. */
    OPERATOR,
    /** The group had no primary yet. */
    BOOTSTRAP
}
