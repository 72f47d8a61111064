package io.fairlead.handover;

/** Why the role changes hands, or only might, as far as the order of the steps depends on it. */
public enum HandoverKind {
    /** The primary works, and another one is wanted: it stays what it is until the other is ready. */
    PLANNED,
    /** The primary answers but is not fit for work: it stops first. */
    FORCED,
    /** There is no primary any more, or there never was one. */
    FAILOVER,
    /** Nothing changes: a standby only gets ready and tidies up again, and the primary stays what it is. */
    DRILL
}
