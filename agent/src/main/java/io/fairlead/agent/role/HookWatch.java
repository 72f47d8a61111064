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
    HookWatch NOBODY = new HookWatch() {
        @Override
        public void held(Duration left, Demote demote) {}

        @Override
        public void layingDown(Demote demote) {}

        @Override
        public void draining(Duration left, Demote fence) {}

        @Override
        public void laidDown() {}

        @Override
        public void begins(Kind kind, Duration limit) {}

        @Override
        public void runs(Kind kind, long pid, String mark) {}

        @Override
        public void ended(Kind kind, String mark, boolean succeeded) {}
    };

    /** What a hook is for, as far as it matters here. */
    enum Kind {
        /** It ends what the role started: {@code demote}. */
        DEMOTE,
        /** It ends it for sure where a demote has failed. */
        FENCE,
        /** Any other. */
        OTHER
    }

    /**
     * A run of {@code demote}, or of {@code fence} after it.
     *
     * @param limit how long it may take
     * @param environment its variables
     * @param singleWriter whether what still runs after a demote may write until {@code fence} has ended it
     */
    record Demote(Duration limit, SortedMap<String, String> environment, boolean singleWriter) {}

    /** As {@link RoleWatch#held}. */
    void held(Duration left, Demote demote);

    /** As {@link RoleWatch#layingDown}. */
    void layingDown(Demote demote);

    /** As {@link RoleWatch#draining}. */
    void draining(Duration left, Demote fence);

    /** As {@link RoleWatch#laidDown}. */
    void laidDown();

    /** A hook is about to be started, which may take that long until its whole family has ended. */
    void begins(Kind kind, Duration limit) throws InterruptedException;

    /** It was started, and carries this mark: see {@link ProcessFamily#MARK}. */
    void runs(Kind kind, long pid, String mark);

    /** It has ended, or could not be started. */
    void ended(Kind kind, String mark, boolean succeeded);
}
