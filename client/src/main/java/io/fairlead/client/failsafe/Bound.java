package io.fairlead.client.failsafe;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Optional;

/**
 * That a node accepts no promotion now.
 *
 * @param by what lasts longest
 * @param left for how long still, more than 0
 * @param promisedTo whom it has promised, where a promise runs
 */
public record Bound(By by, Duration left, Optional<NodeId> promisedTo) {
    /** Why a node accepts no promotion. */
    public enum By {
        /** It started a short time ago, and may have promised before that. */
        START,
        /** It has promised. */
        PROMISE
    }
}
