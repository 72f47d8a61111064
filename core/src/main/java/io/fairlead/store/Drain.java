package io.fairlead.store;

import io.fairlead.placement.Owner;
import java.time.Duration;

/**
 * An order to a process to take no new rooms, as it stands now.
 *
 * @param process the process that it is for; the one that follows it under the same id takes rooms again
 * @param age time since the order was given, 0 or more
 * @param wish what was ordered
 */
public record Drain(Owner process, Duration age, Wish wish) {

    /** Refuses a negative age. */
    public Drain {
        if (age.isNegative()) {
            throw new IllegalArgumentException("age of a drain is " + age + ": use 0 or more");
        }
    }

    /** Whether the time for the rooms to end is over. */
    public boolean isOverdue() {
        return age.compareTo(wish.within()) >= 0;
    }

    /** Time until it is overdue, zero once it is. */
    public Duration left() {
        Duration left = wish.within().minus(age);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * What is ordered.
     *
     * @param within time for the rooms to end by themselves, 1 s to 7 days
     * @param then what becomes of the rooms that are left when that time is over
     */
    public record Wish(Duration within, Then then) {

        /** Ten minutes: longer than most rooms live, and short enough that somebody still waits for it. */
        public static final Duration USUAL = Duration.ofMinutes(10);

        /** Checks the range. */
        public Wish {
            if (within.compareTo(Duration.ofSeconds(1)) < 0 || within.compareTo(Duration.ofDays(7)) > 0) {
                throw new IllegalArgumentException("within is " + within + ": use 1s to 7d");
            }
        }

        /** Ten minutes, after which the rooms that are left are reported and stay. */
        public static Wish usual() {
            return new Wish(USUAL, Then.REPORT);
        }
    }

    /** What becomes of the rooms that are left when the time of a drain is over. */
    public enum Then {
        /** They stay, and the drain is shown as overdue. */
        REPORT,
        /** They have no home here any more: whoever asks for one gets another, and this process is told that it has lost it. */
        MOVE
    }
}
