package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import java.time.Duration;

/**
 * The time after the manager first hears of a group, in which it finds out who is primary and promotes nobody.
 *
 * <p>A node that knows a fencing token above 0 shows that the group has had a primary, who may still be one and not
 * have been heard yet: then this lasts one full wait. So it does, counted from the manager's own start, where the
 * manager is younger than that: its predecessor may have promoted somebody who is still trying to reach it, while a
 * node that has just joined and says 0 comes through first. Only a group that a manager of some age has never heard of
 * is brand new: two heartbeats' time lets its nodes appear.
 *
 * <p>A group that comes out of the journal needs no wait: who is primary is known. Unless a node knows a higher token
 * than the journal: then the last change could not be written down, and the full wait begins after all.
 */
final class StartWait {

    private final Duration wait;
    private Duration since;
    private final Duration managerListened;
    private Duration longestInterval = Duration.ZERO;
    private long highestToken;
    private boolean fromJournal;
    private boolean over;

    /**
     * A wait that begins.
     *
     * @param since when the group is first heard of
     * @param wait the full wait
     * @param managerListened for how long the manager had listened by then
     */
    StartWait(Duration since, Duration wait, Duration managerListened) {
        this.since = since;
        this.wait = wait;
        this.managerListened = managerListened;
    }

    /**
     * The wait of a group that comes out of the journal.
     *
     * @param since when the manager began to listen again
     * @param wait the full wait
     * @param token the token that the journal knows
     */
    static StartWait restored(Duration since, Duration wait, long token) {
        StartWait start = new StartWait(since, wait, wait);
        start.fromJournal = true;
        start.highestToken = token;
        start.over = true;
        return start;
    }

    /**
     * Learns from a heartbeat.
     *
     * @param beat the heartbeat
     * @param token the newest token that the manager itself knows of
     * @param at when it came in
     */
    void learn(Heartbeat beat, long token, Duration at) {
        boolean more = FencingToken.learned(beat.token()) > token;
        if (fromJournal && more && at.compareTo(since.plus(wait)) < 0) {
            over = false;
        }
        highestToken = Math.max(highestToken, FencingToken.learned(beat.token()));
        longestInterval = max(beat.interval(), longestInterval);
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
        Duration left = since.plus(length()).minus(now);
        return over || left.isNegative() ? Duration.ZERO : left;
    }

    private Duration length() {
        if (highestToken > 0) {
            return wait;
        }
        Duration twoBeats = longestInterval.multipliedBy(2);
        Duration restOfTheManagersOwn = wait.minus(managerListened);
        Duration length = max(twoBeats, restOfTheManagersOwn);
        return length.compareTo(wait) <= 0 ? length : wait;
    }

    long highestToken() {
        return highestToken;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
