package io.fairlead.agent.role;

import io.fairlead.client.role.RoleWatch;
import java.time.Duration;
import java.util.SortedMap;

/**
 * Is told of every hook that runs, and for how long the role is held, so that somebody else can run {@code demote} where this
 * process cannot.
 */
public interface HookWatch {
    /** Nobody watches. */
    HookWatch NOBODY = new HookWatch() {};

    /** What a hook is for, as far as it matters here. */
    enum Kind {
        /** It ends what the role started: {@code demote}. */
        DEMOTE,
        /** It ends it for sure where a demote has failed. */
        FENCE,
        /** It only asks, and changes nothing: {@code health}, {@code drain-status}. */
        QUESTION,
        /** Any other. */
        OTHER
    }

    /**
     * A run of a hook.
     *
     * @param kind what it is for
     * @param token of the role; 0 where it is about none
     * @param mark what its family will carry: see {@link ProcessFamily#MARK}
     * @param limit how long it may take until its whole family has ended
     */
    record Run(Kind kind, long token, String mark, Duration limit) {}

    /**
     * A run of {@code demote}, or of {@code fence} after it.
     *
     * @param limit how long it may take
     * @param environment its variables
     * @param singleWriter whether what still runs after a demote may write until {@code fence} has ended it
     */
    record Demote(Duration limit, SortedMap<String, String> environment, boolean singleWriter) {}

    /** As {@link RoleWatch#held}. */
    default void held(Duration left, Demote demote) {}

    /** As {@link RoleWatch#layingDown}. */
    default void layingDown(Demote demote) {}

    /** As {@link RoleWatch#draining}. */
    default void draining(Duration left, Demote fence) {}

    /** As {@link RoleWatch#laidDown}. */
    default void laidDown() {}

    /**
     * A hook is about to be started. Answers whether it has to be: where somebody else has run this {@code demote} already, nothing
     * more is told of it.
     */
    default boolean begins(Run run) throws InterruptedException {
        return true;
    }

    /** It was started. */
    default void runs(Run run, long pid) {}

    /** It has ended, or could not be started. */
    default void ended(Run run, boolean succeeded) {}
}
