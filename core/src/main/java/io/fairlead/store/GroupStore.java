package io.fairlead.store;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.primary.GroupState;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the state of each group and its fencing token.
 *
 * <p>A write names the version that it was made from and is refused if that is no longer the newest, so of two managers that
 * both believe to be the active one only one can decide. After an unknown outcome the caller reads before it acts.
 */
public interface GroupStore {

    /** The state of a group, or null if the group is not known. */
    CompletionStage<@Nullable StoredGroup> read(GroupId group);

    /**
     * Writes the next state of a group, if the version that it was made from is still the newest.
     *
     * @param group the group
     * @param change what is to become of it
     * @param now time on the store's own time line; a store with a clock of its own uses that and ignores the argument
     */
    CompletionStage<Written> write(GroupId group, GroupChange change, Instant now);

    /** The ids of all groups, in their order. */
    CompletionStage<List<GroupId>> groups();

    /**
     * A group as it is remembered.
     *
     * @param version 1 at the first write, and one more at each
     * @param token the group's newest fencing token, 0 before its first primary
     * @param state its state
     */
    record StoredGroup(long version, long token, GroupState state) {}

    /**
     * The next state of a group.
     *
     * @param madeFrom the version that it was made from, 0 for a group that is not known
     * @param state the state
     * @param newToken whether the group gets a new fencing token: at each change of its primary
     * @param reportedToken the highest token that anybody reported, 0 for none; a new one is above it
     */
    record GroupChange(long madeFrom, GroupState state, boolean newToken, long reportedToken) {

        /** Checks ranges. */
        public GroupChange {
            if (madeFrom < 0) {
                throw new IllegalArgumentException("version is " + madeFrom + ": use 0 or more");
            }
            FencingToken.check("reported token", reportedToken);
        }
    }

    /**
     * What became of a write.
     *
     * @param done whether the write took effect; otherwise it was refused
     * @param present the group as it is now, or null if it is not known
     */
    record Written(boolean done, @Nullable StoredGroup present) {}
}
