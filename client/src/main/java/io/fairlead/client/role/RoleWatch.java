package io.fairlead.client.role;

import java.time.Duration;

/**
 * Is told for how long this node holds its role, so that somebody outside of its process can lay it down when the process
 * cannot. The calls come one at a time and in the order of what happened; none may block, for the role waits for it.
 */
public interface RoleWatch {
    /** Nobody watches. */
    RoleWatch NOBODY = new RoleWatch() {
        @Override
        public void held(Duration left, RoleChange demote) {}

        @Override
        public void layingDown(RoleChange demote) {}

        @Override
        public void laidDown() {}
    };

    /**
     * The role is held: told before a promote begins, and each time at which an answer or the promises of all others prolong it.
     *
     * @param left from now until the role is laid down if nothing prolongs it again: one fence lead before the lease ends
     * @param demote what a demote is told then
     */
    void held(Duration left, RoleChange demote);

    /** The role has ended, and its demote is about to be called. */
    void layingDown(RoleChange demote);

    /** The newest demote, or the fence after it, has succeeded. */
    void laidDown();
}
