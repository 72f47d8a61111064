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
        public void held(Duration left, RoleChange demote, boolean singleWriter) {}

        @Override
        public void layingDown(RoleChange demote, boolean singleWriter) {}

        @Override
        public void draining(Duration left, RoleChange fence) {}

        @Override
        public void laidDown() {}
    };

    /**
     * The role is held: told before a promote begins, and each time at which an answer or the promises of all others prolong it.
     *
     * @param left from now until the role is laid down if nothing prolongs it again: one fence lead before the lease ends
     * @param demote what a demote is told then
     * @param singleWriter whether what still runs after a demote may write until a fence has ended it
     */
    void held(Duration left, RoleChange demote, boolean singleWriter);

    /**
     * The role has ended, and its demote is about to be called; or the fence that ends what a single writer's demote left
     * running.
     *
     * @param singleWriter as for {@link #held}
     */
    void layingDown(RoleChange demote, boolean singleWriter);

    /**
     * The demote of a single writer has succeeded, and what still runs is let end: told when that begins, and each time at
     * which an answer prolongs it.
     *
     * @param left from now until a fence ends it if nothing prolongs it again: one fence lead before the lease ends
     * @param fence what the fence is told then
     */
    void draining(Duration left, RoleChange fence);

    /** The newest demote, or the fence after it, has succeeded; of a single writer, nothing runs any more. */
    void laidDown();
}
