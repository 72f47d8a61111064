package io.fairlead.handover;

/** What a node is told to do, with each answer until it has done it. */
public enum Directive {
    /** Nothing. */
    NONE,
    /** Start what the role needs, and take no traffic. */
    PREPARE,
    /** Be primary under the token that comes with it. */
    PROMOTE,
    /** Take no new requests, and be a standby. */
    DEMOTE,
    /** Undo what prepare did, or tidy up after a role. */
    CLEANUP
}
