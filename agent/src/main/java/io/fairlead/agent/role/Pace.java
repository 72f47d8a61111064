package io.fairlead.agent.role;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** When the next heartbeat is due, by what became of the last one. */
final class Pace {
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 10;

    private final long interval;
    private final RandomGenerator random;
    private int silences;

    Pace(Duration interval, RandomGenerator random) {
        this.interval = interval.toNanos();
        this.random = random;
    }

    /** After an answer: one interval after the last send. */
    long afterAnswer() {
        silences = 0;
        return interval;
    }

    /**
     * After a round in which no manager answered: half to all of the interval, doubled with every such round up to 5 s
     * (or one interval), so that many agents do not knock at a returning manager in step.
     */
    long afterSilence() {
        long doubled = interval << Math.min(silences, MOST_DOUBLINGS);
        long most = Math.max(interval, Math.min(doubled, LONGEST_BACK_OFF.toNanos()));
        silences++;
        return Math.round(most * (0.5 + random.nextDouble() / 2));
    }

    /** After a refusal, which no repetition heals: 10 s, or one interval where that is longer. */
    long afterRefusal() {
        silences = 0;
        return Math.max(interval, AFTER_REFUSAL.toNanos());
    }
}
