package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import java.time.Duration;

/**
 * The time after a manager's start, or after it first hears of a group, in which it finds out who is primary and promotes
 * nobody: as long as a role may last that somebody else has granted.
 */
final class StartWait {

    private final Duration wait;
    private Duration since;
    private long highestToken;
    private boolean over;

    /**
     * A wait that begins.
     *
     * @param since when it begins
     * @param wait its length
     */
    StartWait(Duration since, Duration wait) {
        this.since = since;
        this.wait = wait;
    }

    /** Learns from a heartbeat. */
    void learn(Heartbeat beat) {
        highestToken = Math.max(highestToken, FencingToken.learned(beat.token()));
    }

    /** Prolongs the wait by a span in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        since = OwnPause.later(since, span, now);
    }

    /** Whether somebody may be promoted; once it is over it stays over. */
    boolean isOver(Duration now) {
        over = over || left(now).isZero();
        return over;
    }

    /** Time left, zero once it is over. */
    Duration left(Duration now) {
        Duration left = since.plus(wait).minus(now);
        return over || left.isNegative() ? Duration.ZERO : left;
    }

    /** The highest token that a node has reported meanwhile. */
    long highestToken() {
        return highestToken;
    }
}
