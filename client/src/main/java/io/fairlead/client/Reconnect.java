package io.fairlead.client;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a caller whose connection broke asks for a place again. Of thousands that lost their server at one moment no more than a
 * sixth come within any second, and those that are refused do not come back in step.
 *
 * @param spread how the callers are spread: evenly over the base the first time, and over twice as long with each further one
 */
public record Reconnect(BackOff spread) {

    /** Six seconds: long enough for thousands, and about the time until a dead server counts as dead. */
    private static final Duration BASE = Duration.ofSeconds(6);

    private static final Duration CAP = Duration.ofSeconds(30);

    /** Over 6 s the first time, and at most over 30 s. */
    public static Reconnect standard() {
        return new Reconnect(new BackOff(BASE, CAP));
    }

    /**
     * The wait before a place is asked for: evenly drawn, and added to the time that a refusal asked for.
     *
     * @param attempt 1 for the first since the connection broke
     * @param refusal what the attempt before this came to, if it was refused
     * @param random where the draw comes from
     */
    public Duration before(int attempt, Optional<CallException> refusal, RandomGenerator random) {
        Duration asked = refusal.flatMap(CallException::retryAfter).orElse(Duration.ZERO);
        return asked.plus(spread.before(attempt, random));
    }
}
