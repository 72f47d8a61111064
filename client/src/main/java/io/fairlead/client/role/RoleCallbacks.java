package io.fairlead.client.role;

import java.time.Duration;

/**
 * What a program does at each step of a change of primary. A callback succeeds by returning, and fails by throwing.
 *
 * <p>Callbacks may block: heartbeats go on meanwhile. Never two run at once, with one exception: a demote waits for nothing. It
 * interrupts the callback that runs, and begins a tenth of a second later at the latest, whether that one has ended or not.
 * One that takes longer than its limit is interrupted, too, and counts as failed. All are called on threads of their own.
 */
public interface RoleCallbacks {

    /** Starts what the role needs, and takes no traffic yet. */
    default void prepare(RoleChange change) throws Exception {}

    /** Begins to work as primary. The role is held from before this is called. */
    default void promote(RoleChange change) throws Exception {}

    /**
     * Takes no new requests from now on. It is called at the start as well, whatever the program was before, may be called
     * twice, and is called again until it has succeeded.
     */
    default void demote(RoleChange change) throws Exception {}

    /** How much of what ran when the role was laid down still runs; asked each second until it is 0 or the time is over. */
    default long drainStatus(RoleChange change) throws Exception {
        return 0;
    }

    /** Tidies up after a role, or after a prepare that led to none. */
    default void cleanup(RoleChange change) throws Exception {}

    /**
     * Ends for sure what a demote should have ended, and did not.
     *
     * @return whether there was a way to do that; false says that there is none
     */
    default boolean fence(RoleChange change) throws Exception {
        return false;
    }

    /** Whether the program is able to work, as far as it knows now; answers from memory. */
    default NodeHealth health() {
        return NodeHealth.UNKNOWN;
    }

    /** Who is told for how long the role is held; asked once. */
    default RoleWatch watch() {
        return RoleWatch.NOBODY;
    }

    /** How much longer than its limit a step may take for ending what it started. */
    default Duration grace() {
        return Duration.ZERO;
    }
}
