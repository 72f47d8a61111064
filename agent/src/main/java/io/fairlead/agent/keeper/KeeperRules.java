package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.client.role.RoleReason;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * When a keeper runs the demote hook, and when it ends: the rules, without a clock or a process.
 *
 * <p>It runs it when the agent's deadline has passed on either of two clocks, or when the pipe broke while the node was
 * primary and the agent had not said goodbye. A demote that failed is run again; once the agent is gone three times at most.
 *
 * <p>Once another agent of the node is at work, that one lays the role down.
 *
 * <p>What a single writer still runs after its demote has until the deadline to end, whether the agent lives or not: its lease
 * covers that. Then it is fenced.
 */
final class KeeperRules {
    private static final int MOST_ATTEMPTS_ALONE = 3;
    private static final int MOST_DOUBLINGS = 6;

    private KeeperLine newest = KeeperLine.of(Said.STANDBY);
    private long deadline;
    private boolean alone;
    private boolean replaced;
    private int failures;
    private long notBefore;

    /** A line came at this moment of the keeper's monotonic clock. */
    void take(KeeperLine line, long nanos) {
        newest = line;
        deadline = nanos + TimeUnit.MILLISECONDS.toNanos(line.times().leftMs());
        failures = 0;
        notBefore = nanos;
    }

    /** The pipe has ended: the agent is no more. */
    void pipeBroke() {
        alone = true;
    }

    /** Whether the agent is no more. */
    boolean isAlone() {
        return alone;
    }

    /**
     * Another agent of the node is at work, whose first act is a demote. It may be promoted after the end of the lease, so nothing
     * is run any more but what a single writer's lease asks for: once.
     */
    void replaced() {
        replaced = true;
        if (newest.said() == Said.PRIMARY) {
            newest = KeeperLine.of(Said.STANDBY);
        }
    }

    /**
     * What has to run now.
     *
     * @param line by which line
     * @param fenced whether fence follows a demote that succeeded, too
     */
    record Due(KeeperLine line, boolean fenced) {}

    /** What has to run now, empty for nothing. */
    Optional<Due> due(long nanos, OptionalLong uptimeMs) {
        boolean late = nanos - deadline >= 0
                || (uptimeMs.isPresent()
                        && newest.times().uptimeMs().isPresent()
                        && uptimeMs.getAsLong() >= newest.times().uptimeMs().getAsLong());
        boolean now = late || (alone && newest.said() != Said.DRAINING);
        if (!newest.said().isKept() || !now || nanos - notBefore < 0) {
            return Optional.empty();
        }
        boolean fenced = newest.said() == Said.CUTTING || (newest.said() != Said.PRIMARY && late);
        return Optional.of(new Due(newest, fenced));
    }

    /** Why the hook has to run, for the log. */
    String why() {
        return alone ? "the agent is gone" : "the agent had not laid the role down at the time at which it had to";
    }

    /** That was run. */
    void ran(Due what, boolean succeeded, long nanos) {
        if (succeeded || (replaced && what.fenced())) {
            boolean writes = newest.said() == Said.WRITER && !what.fenced();
            newest = writes ? newest.as(Said.DRAINING).because(RoleReason.DRAIN_CUT) : KeeperLine.of(Said.STANDBY);
            return;
        }
        notBefore = nanos + TimeUnit.SECONDS.toNanos(1L << Math.min(failures, MOST_DOUBLINGS));
        failures++;
    }

    /** Whether there is nothing left to do, ever. */
    boolean over() {
        return newest.said() == Said.BYE || (alone && (!newest.said().isKept() || failures >= MOST_ATTEMPTS_ALONE));
    }
}
