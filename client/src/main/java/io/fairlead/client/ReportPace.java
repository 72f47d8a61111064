package io.fairlead.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** When an instance's next report is due. */
final class ReportPace {

    /** While rooms wait for their renewal, reports follow one another at this distance. */
    static final Duration CLOSELY = Duration.ofMillis(100);

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);

    /** A report counts for three periods, so a manager that comes back hears of each instance within one. */
    private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(250), Duration.ofSeconds(3));

    private final RandomGenerator random;

    ReportPace(RandomGenerator random) {
        this.random = random;
    }

    /**
     * After an answer: the manager's period with a tenth of jitter, within 100 ms and 1 min.
     *
     * @param period what the manager asks for
     * @param moreRooms whether rooms wait for their renewal
     */
    Duration afterAnswer(Duration period, boolean moreRooms) {
        if (moreRooms) {
            return CLOSELY;
        }
        Duration within = period.compareTo(SHORTEST) < 0 ? SHORTEST : period.compareTo(LONGEST) > 0 ? LONGEST : period;
        long tenth = within.toNanos() / 10;
        return within.plusNanos(random.nextLong(-tenth, tenth + 1));
    }

    /**
     * After a report that came to nothing: back-off, and no sooner than the manager asked for; 10 s where no repetition heals
     * what is wrong.
     *
     * @param failures how many there were in a row
     */
    Duration afterFailure(CallException why, int failures) {
        boolean wrong = why.status().isPresent() && why.status().getAsInt() / 100 == 4;
        Duration wait = wrong ? AFTER_REFUSAL : BACK_OFF.before(failures, random);
        Duration asked = why.retryAfter().orElse(Duration.ZERO);
        Duration longer = wait.compareTo(asked) < 0 ? asked : wait;
        return longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    }
}
