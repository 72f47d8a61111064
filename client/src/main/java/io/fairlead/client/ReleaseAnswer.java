package io.fairlead.client;

/** What became of the end of a room's claim. */
public enum ReleaseAnswer {
    /** The room has no home any more. */
    DONE,
    /** It had none: it has ended before, perhaps by an earlier try of the same call. */
    LIVES_NOWHERE,
    /** It has another home than the one of that epoch, and keeps it. */
    NOT_HELD
}
