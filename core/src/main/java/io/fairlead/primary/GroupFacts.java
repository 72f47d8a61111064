package io.fairlead.primary;

import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a group as a whole when a round is decided, beyond its nodes one by one.
 *
 * @param unsure the last primary, if it may go on without a manager for as long as everybody promises whom it knows; only
 *     nodes that it knows may follow it. Null where no primary does so
 * @param held the primary that has gone on without this manager for so long that somebody should know, or null
 */
public record GroupFacts(@Nullable NodeId unsure, @Nullable NodeId held) {

    private static final GroupFacts NONE = new GroupFacts(null, null);

    /** Nothing out of the ordinary. */
    public static GroupFacts none() {
        return NONE;
    }
}
