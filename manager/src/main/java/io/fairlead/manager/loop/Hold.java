package io.fairlead.manager.loop;

import java.time.Duration;

/**
 * For how long a primary may keep its role without an answer, and after how much silence the manager believes
 * that a silent primary has let go.
 *
 * <p>The law: {@code failover-after >= hold x 1.05 + 100 ms}. A node counts its hold from the moment it sent the last answered
 * heartbeat and the manager counts the silence from the moment it received one, so the node is always done first, even
 * when the two clocks differ by 5 % in speed.
 *
 * @param hold what a primary is granted with each answer, 100 ms to 1 h
 * @param failoverAfter silence of a primary after which the manager fails over, by the law
 */
public record Hold(Duration hold, Duration failoverAfter) {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    /** The longest hold. */
    public static final Duration LONGEST = Duration.ofHours(1);

    /** Refuses a hold out of range and a failover-after that breaks the law, naming key, value and law. */
    public Hold {
        if (hold.compareTo(SHORTEST) < 0 || hold.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("hold is " + hold.toMillis() + "ms: use 100ms to 1h");
        }
        Duration least = leastSilence(hold);
        if (failoverAfter.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "failover-after is " + failoverAfter.toMillis() + "ms: with a hold of " + hold.toMillis()
                            + "ms use at least " + least.toMillis()
                            + "ms (failover-after >= hold x 1.05 + 100 ms), or two nodes may be primary at once");
        }
    }

    /** The defaults until leases come: 30 s, and the silence that the law gives. */
    public static Hold standard() {
        return of(Duration.ofSeconds(30));
    }

    /** A hold with the shortest silence that the law allows. */
    public static Hold of(Duration hold) {
        return new Hold(hold, leastSilence(hold));
    }

    /** The longest time between two heartbeats that this hold allows: one of them may get lost. */
    public Duration longestInterval() {
        return hold.dividedBy(2);
    }

    private static Duration leastSilence(Duration hold) {
        return hold.multipliedBy(21).dividedBy(20).plusMillis(100);
    }
}
