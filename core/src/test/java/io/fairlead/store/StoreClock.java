package io.fairlead.store;

import java.time.Duration;
import java.time.Instant;

/**
 * How time passes for a store under a contract test. An in-memory store lives in the time that it is told; an adapter with a
 * clock of its own waits.
 */
public interface StoreClock {

    /** The time to give to the calls. */
    Instant now();

    /** Returns when at least this time has passed for the store. */
    void pass(Duration span);

    /** Time that stands still until it is moved on. */
    static StoreClock byHand() {
        return new StoreClock() {
            private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

            @Override
            public Instant now() {
                return now;
            }

            @Override
            public void pass(Duration span) {
                now = now.plus(span);
            }
        };
    }
}
