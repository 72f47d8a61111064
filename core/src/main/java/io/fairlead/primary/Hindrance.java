package io.fairlead.primary;

/** Something about a node, its load and its heartbeats aside, that keeps it from the role. Constants are added, never renamed. */
public enum Hindrance {
    /** Its health hook fails. It is left, and chosen only where there is nobody better. */
    UNHEALTHY,
    /** A step of its own failed not long ago. It is not chosen for its load, and follows a lost primary after all others. */
    BARRED,
    /** A step of its own failed just now. It is not asked again at once, so that another has its turn. */
    RESTING,
    /** It has promised a primary not to take the role, or has just started and may have. */
    BOUND,
    /** The primary does not know of it yet, and could not ask it before going on without a manager. */
    UNLISTED;

    /** Whether nothing at all may give it the role. */
    boolean excludes() {
        return this == BOUND || this == UNLISTED || this == RESTING;
    }
}
