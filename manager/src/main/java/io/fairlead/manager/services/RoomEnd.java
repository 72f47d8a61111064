package io.fairlead.manager.services;

/** What became of a wish to end a room. */
public enum RoomEnd {
    /** It has no home now. */
    DONE,
    /** It had none. */
    UNKNOWN,
    /** Its home is another one than the caller thought. */
    NOT_HELD
}
