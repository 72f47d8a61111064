package io.fairlead.client.role;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** When the next heartbeat is due, by what became of the last one. */
final class Pace {
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 10;

    /** A node's earlier process is over within one lease and its allowance, which is usually less than so many beats. */
    private static final int HASTY_CONFLICTS = 10;

    /** A primary whose answers got lost may try this many times more before its role is over. */
    private static final int TRIES_IN_A_HOLD = 6;

    private final long own;
    private long interval;
    private final RandomGenerator random;
    private long longestBackOff = LONGEST_BACK_OFF.toNanos();
    private int silences;
    private int conflicts;

    Pace(Duration interval, RandomGenerator random) {
        this.own = interval.toNanos();
        this.interval = own;
        this.random = random;
    }

    /** The manager says how often it wants to hear of its nodes; more often is allowed, less often is not. */
    void wanted(Duration every) {
        interval = Math.min(own, every.toNanos());
    }

    /** The time between two beats. */
    Duration interval() {
        return Duration.ofNanos(interval);
    }

    /** After an answer, which tells for how long a role is granted: one interval after the last send. */
    long afterAnswer(Duration hold) {
        silences = 0;
        conflicts = 0;
        longestBackOff = Math.min(LONGEST_BACK_OFF.toNanos(), hold.toNanos() / TRIES_IN_A_HOLD);
        return interval;
    }

    /**
     * After a round in which no manager answered: half to all of the interval, doubled with every such round up to 5 s
     * and a sixth of the hold (or one interval, if that is longer), so that many agents do not knock at a returning manager in step.
     */
    long afterSilence() {
        long doubled = interval << Math.min(silences, MOST_DOUBLINGS);
        long most = Math.max(interval, Math.min(doubled, longestBackOff));
        silences++;
        return Math.round(most * (0.5 + random.nextDouble() / 2));
    }

    /**
     * After a refusal because another process has this node's id: it may be the one before this, whose lease ends soon, so one
     * interval at first, and later as after any other.
     */
    long afterConflict(Optional<Duration> lease, boolean primary) {
        conflicts++;
        return conflicts <= HASTY_CONFLICTS ? interval : afterRefusal(lease, primary);
    }

    /**
     * After a refusal, which no repetition heals: 10 s, or one lease where that is known to be shorter; but one interval at
     * least, and for a primary no more.
     */
    long afterRefusal(Optional<Duration> lease, boolean primary) {
        silences = 0;
        long pause =
                Math.min(AFTER_REFUSAL.toNanos(), lease.map(Duration::toNanos).orElse(Long.MAX_VALUE));
        return primary ? interval : Math.max(interval, pause);
    }
}
