package io.fairlead.primary;

/** Observe mode: which decisions are computed and shown but not carried out. */
public enum Observe {
    /** All decisions are carried out. */
    OFF,
    /** Preference decisions are only shown; bootstrap and failover still act. */
    PREFERENCE,
    /** Nothing is carried out. */
    ALL
}
