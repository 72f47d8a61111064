package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import java.time.Duration;

/**
 * The time after the manager first hears of a group, in which it finds out who is primary and promotes nobody.
 *
 * <p>A node that knows a fencing token above 0 shows that the group has had a primary, who may still be one and not
 * have been heard yet: then this lasts one full wait. A group in which every node says 0 is brand new: two heartbeats'
 * time lets its nodes appear.
 */
final class StartWait {

    private final Duration wait;
    private Duration since;
    private Duration longestInterval = Duration.ZERO;
    private long highestToken;
    private boolean over;

    StartWait(Duration since, Duration wait) {
        this.since = since;
        this.wait = wait;
    }

    void learn(Heartbeat beat) {
        highestToken = Math.max(highestToken, FencingToken.learned(beat.token()));
        longestInterval = beat.interval().compareTo(longestInterval) > 0 ? beat.interval() : longestInterval;
    }

    /** Prolongs the wait by a span in which the manager itself could not listen. */
    void forgive(Duration span) {
        since = since.plus(span);
    }

    /** Whether somebody may be promoted; once it is over it stays over. */
    boolean isOver(Duration now) {
        over = over || left(now).isZero();
        return over;
    }

    /** Time left, zero once it is over. */
    Duration left(Duration now) {
        Duration length = highestToken > 0 ? wait : min(wait, longestInterval.multipliedBy(2));
        Duration left = since.plus(length).minus(now);
        return over || left.isNegative() ? Duration.ZERO : left;
    }

    long highestToken() {
        return highestToken;
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
