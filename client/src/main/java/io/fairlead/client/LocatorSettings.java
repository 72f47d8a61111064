package io.fairlead.client;

import java.time.Duration;

/**
 * How a locator keeps up with its group.
 *
 * @param refresh time between two questions in the background, 100 ms to 1 min
 * @param staleAfter age from which an answer does not count any more and the primary is unknown, at least twice the refresh
 *     time, so that one lost answer makes nothing unknown, and at most 10 min
 */
public record LocatorSettings(Duration refresh, Duration staleAfter) {

    private static final Duration SHORTEST_REFRESH = Duration.ofMillis(100);
    private static final Duration LONGEST_REFRESH = Duration.ofMinutes(1);
    private static final Duration LONGEST_STALE = Duration.ofMinutes(10);

    /** Checks the ranges. */
    public LocatorSettings {
        Range.check("refresh", refresh, SHORTEST_REFRESH, LONGEST_REFRESH);
        Range.check("staleAfter", staleAfter, refresh.multipliedBy(2), LONGEST_STALE);
    }

    /**
     * A question each second, as often as an agent's heartbeat; unknown after 5 s, when five of them have come to nothing.
     */
    public static LocatorSettings standard() {
        return new LocatorSettings(Duration.ofSeconds(1), Duration.ofSeconds(5));
    }
}
