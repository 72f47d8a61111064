package io.fairlead.agent.role;

/** Why a node's role changes; hooks get the name in {@code FAIRLEAD_REASON}. Constants are added, never renamed. */
public enum RoleReason {
    /** The agent starts: whatever ran before, this node is not primary. */
    START,
    /** The manager made this node primary. */
    PROMOTED,
    /** The manager made this node a standby. */
    DEMOTED,
    /** No manager answered for as long as the role was granted, so the node lays it down by itself. */
    LEASE_LOST,
    /** The promote hook failed, so the node is not able to work as primary. */
    PROMOTE_FAILED,
    /** The agent was told to stop. */
    STOPPING
}
