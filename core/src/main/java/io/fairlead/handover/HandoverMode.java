package io.fairlead.handover;

/** Whether the new primary begins before the old one has stopped. */
public enum HandoverMode {
    /** The new primary begins while the old one is told to stop: a guarded resource tells them apart by their tokens. */
    OVERLAP,
    /** The old primary has stopped, or its lease is over, before the new one begins: for addresses that one node may have. */
    EXCLUSIVE
}
