package io.fairlead.client.role;

import java.util.Locale;

/** How far a node is with what it was told to do. Constants are added, never renamed. */
public enum HandoverLevel {
    /** It was told nothing yet. */
    IDLE,
    PREPARING,
    PREPARED,
    PREPARE_FAILED,
    /** It is not ready any more: it has promised another node not to become primary. */
    PREPARE_WITHDRAWN,
    PROMOTING,
    PROMOTED,
    PROMOTE_FAILED,
    STOPPING,
    /** It takes no new requests. */
    STOPPED,
    /** What should stop it failed, and it may still work. */
    STOP_FAILED,
    DRAINING,
    DRAINED,
    CLEANING,
    CLEANED,
    CLEANUP_FAILED;

    /** The level as it is written in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isOfPrepare() {
        return compareTo(PREPARING) >= 0 && compareTo(PREPARE_WITHDRAWN) <= 0;
    }

    boolean isOfStop() {
        return compareTo(STOPPING) >= 0 && compareTo(DRAINED) <= 0;
    }

    boolean isOfCleanup() {
        return compareTo(CLEANING) >= 0;
    }

    /** Whether a manager must have heard it before anything follows: what follows does not say it again. */
    boolean mustBeHeard() {
        return this == STOPPED || this == PROMOTE_FAILED;
    }
}
