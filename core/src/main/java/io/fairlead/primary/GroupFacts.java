package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a group as a whole when a round is decided, beyond its nodes one by one.
 *
 * @param unsure the last primary, if it may go on without a manager for as long as everybody promises whom it knows; only
 *     nodes that it knows may follow it. Null where no primary does so
 * @param held the primary that has gone on by promises for so long that somebody should know, or null
 * @param manySilent whether some of its nodes fell silent at once with more than half of all nodes of the manager
 * @param patience for how much longer than usual the primary may be silent before it counts as gone, zero or more
 */
public record GroupFacts(@Nullable NodeId unsure, @Nullable NodeId held, boolean manySilent, Duration patience) {

    private static final GroupFacts NONE = new GroupFacts(null, null, false, Duration.ZERO);

    /** Refuses a patience below zero. */
    public GroupFacts {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience is " + patience + ": use 0 or more");
        }
    }

    /** Nothing out of the ordinary. */
    public static GroupFacts none() {
        return NONE;
    }

    /** The same where a last primary may go on without a manager. */
    public GroupFacts withUnsure(NodeId primary) {
        return new GroupFacts(primary, held, manySilent, patience);
    }

    /** The same where a primary has gone on by promises for long. */
    public GroupFacts withHeld(NodeId primary) {
        return new GroupFacts(unsure, primary, manySilent, patience);
    }

    /** The same where many nodes fell silent at once, and the primary is waited for. */
    public GroupFacts withManySilent(Duration longer) {
        return new GroupFacts(unsure, held, true, longer);
    }
}
