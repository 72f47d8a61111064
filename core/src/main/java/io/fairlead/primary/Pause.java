package io.fairlead.primary;

/** Pause: which decisions are not even made. */
public enum Pause {
    /** Everything is decided. */
    OFF,
    /** Nothing is decided from load; failover and bootstrap stay on. */
    PREFERENCE,
    /** Nothing is decided. */
    ALL
}
