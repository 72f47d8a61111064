package io.fairlead.manager.loop;

import java.time.Duration;

/**
 * Time and turns: the only way in which the manager reads a clock, and the one thread that decides.
 *
 * <p>Turns run one after the other, never two at once, so what they touch needs no lock. A test drives a timeline by
 * hand.
 */
public interface Timeline {

    /** Monotonic time since the timeline began; never goes back, and is not moved by anybody who sets a clock. */
    Duration now();

    /** Wall time in ms since 1970. It only ever raises a fencing token and dates a record; no age is made from it. */
    long wallMillis();

    /** Lets a turn run after those that already wait. May be called from any thread. */
    void execute(Runnable turn);

    /**
     * Lets a turn run once every period, the first time after a delay, without drift. Turns that fell due while
     * the process could not run are left out, not made up for.
     *
     * @return ends it when run: no further turn comes
     */
    Runnable every(Duration delay, Duration period, Runnable turn);
}
