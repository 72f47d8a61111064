package io.fairlead.primary;

/** When a group that never had a primary gets its first one. */
public enum Bootstrap {
    /** At once: nothing runs yet, so nothing is interrupted. */
    IMMEDIATE,
    /** When the observation periods are over, by load. */
    WAIT
}
