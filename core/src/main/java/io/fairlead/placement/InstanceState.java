package io.fairlead.placement;

/** What an instance says of itself. */
public enum InstanceState {
    /** It takes rooms. */
    UP,
    /** It keeps the rooms that it has and takes no new ones, since it is about to leave. */
    DRAINING,
    /** An operator took it out: it takes no new rooms until that ends. */
    MAINTENANCE
}
