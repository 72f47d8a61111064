package io.fairlead.client.role;

/** Why a node's role changes; hooks get the name in {@code FAIRLEAD_REASON}. Constants are added, never renamed. */
public enum RoleReason {
    /** The node starts: whatever ran before, it is not primary. */
    START,
    /** The manager made this node primary. */
    PROMOTED,
    /** The manager made this node a standby. */
    DEMOTED,
    /** No manager answered for as long as the role was granted, so the node lays it down by itself. */
    LEASE_LOST,
    /** The promote hook failed, so the node is not able to work as primary. */
    PROMOTE_FAILED,
    /** The node was told to stop. */
    STOPPING,
    /** The manager wants this node ready for the role. */
    PREPARE,
    /** The manager wants this node to tidy up. */
    CLEANUP,
    /** Another node asked that has a newer role than this one. */
    SUPERSEDED,
    /** The demote failed, so what it should have ended may still work. */
    DEMOTE_FAILED,
    /** Nothing changes: the health of the node is asked for. */
    HEALTH,
    /** What ran on the old primary had not ended when its time was over. */
    DRAIN_CUT
}
