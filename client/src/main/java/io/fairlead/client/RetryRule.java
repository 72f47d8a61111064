package io.fairlead.client;

import io.fairlead.client.Errand.Repeat;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Whether a call is tried again, and when.
 *
 * @param backOff how long to wait at the most
 */
record RetryRule(BackOff backOff) {

    /**
     * The wait before the next try, never shorter than the manager asked for; empty if there is to be none, because it would
     * not help, could do harm, or would come when the budget is spent.
     *
     * @param attempt the last try
     * @param random draws the wait
     */
    Optional<Duration> next(Attempt attempt, RandomGenerator random) {
        Trouble trouble = attempt.trouble();
        boolean safe = attempt.repeat() == Repeat.ALWAYS || (attempt.repeat() == Repeat.IF_NOT_SENT && !trouble.sent());
        if (!trouble.passes() || !safe) {
            return Optional.empty();
        }
        Duration wait = backOff.before(attempt.tries(), random);
        Duration asked = trouble.why().retryAfter().orElse(Duration.ZERO);
        Duration longer = wait.compareTo(asked) < 0 ? asked : wait;
        return longer.compareTo(attempt.left()) < 0 ? Optional.of(longer) : Optional.empty();
    }

    /**
     * A try that came to nothing.
     *
     * @param trouble what became of it
     * @param repeat when the request may be sent again
     * @param tries how many there have been, this one included
     * @param left what is left of the budget
     */
    record Attempt(Trouble trouble, Repeat repeat, int tries, Duration left) {}
}
