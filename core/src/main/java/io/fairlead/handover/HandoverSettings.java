package io.fairlead.handover;

import java.time.Duration;

/**
 * How a group's changes of primary happen.
 *
 * @param mode whether the new primary begins before the old one has stopped
 * @param singleWriter whether an old primary counts as stopped only when what was running on it has ended; only in
 *     {@link HandoverMode#EXCLUSIVE}
 * @param limits how long each step may take
 * @param bars for how long a node whose step failed is left out of load-driven changes
 */
public record HandoverSettings(HandoverMode mode, boolean singleWriter, Limits limits, Bars bars) {

    /** Checks that the parts go together. */
    public HandoverSettings {
        if (singleWriter && mode != HandoverMode.EXCLUSIVE) {
            throw new IllegalArgumentException("single-writer is on with handover: overlap, where two nodes work at a"
                    + " time: use handover: exclusive, or single-writer: off");
        }
    }

    /** The defaults, with a mode. */
    public static HandoverSettings of(HandoverMode mode) {
        return new HandoverSettings(mode, false, Limits.standard(), Bars.standard());
    }

    /** The same, with another rule for who counts as stopped. */
    public HandoverSettings withSingleWriter(boolean on) {
        return new HandoverSettings(mode, on, limits, bars);
    }

    /** Whether nobody else may hold a lease when the role is given: the new primary is alone from its first moment. */
    boolean isAlone(HandoverState.Course course) {
        return mode == HandoverMode.EXCLUSIVE || course.kind() != HandoverKind.PLANNED;
    }

    /**
     * How long each step may take.
     *
     * @param prepare for the candidate to get ready
     * @param promote for the new primary to begin
     * @param drain for what is running on the old primary to end
     * @param clean for tidying up
     */
    public record Limits(Duration prepare, Duration promote, Duration drain, Duration clean) {

        private static final Duration LONGEST = Duration.ofDays(1);

        /** Checks ranges. */
        public Limits {
            check("prepare-timeout", prepare);
            check("promote-timeout", promote);
            check("drain-timeout", drain);
            check("cleanup-timeout", clean);
        }

        /** 30 s, and 10 s for the promote, during which nobody may work. */
        public static Limits standard() {
            Duration patient = Duration.ofSeconds(30);
            return new Limits(patient, Duration.ofSeconds(10), patient, patient);
        }

        private static void check(String key, Duration value) {
            if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(key + " is " + value.toMillis() + "ms: use 1ms to 1d");
            }
        }
    }

    /**
     * For how long a node whose prepare or promote failed is left out of load-driven changes: twice as long at each
     * failure in a row.
     *
     * @param first after the first failure
     * @param most the longest
     * @param rest for how long it is not asked again at all, not even where no other node is left; not above the first
     */
    public record Bars(Duration first, Duration most, Duration rest) {

        private static final int MOST_DOUBLINGS = 20;

        /** Checks that they are in order. */
        public Bars {
            if (first.isNegative() || first.isZero() || first.compareTo(most) > 0) {
                throw new IllegalArgumentException("the first bar is " + first.toMillis() + "ms and the longest is "
                        + most.toMillis() + "ms: use 0 < first <= longest");
            }
            if (rest.isNegative() || rest.compareTo(first) > 0) {
                throw new IllegalArgumentException("the rest is " + rest.toMillis() + "ms and the first bar is "
                        + first.toMillis() + "ms: use 0 <= rest <= first bar");
            }
        }

        /** 30 s to 10 min, and a rest of 1 s. */
        public static Bars standard() {
            return new Bars(Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofSeconds(1));
        }

        /** When the last failure was that a bar is for. */
        Duration failedAt(Bar bar) {
            return bar.until().minus(after(bar.failures()));
        }

        Duration after(int failures) {
            Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
            return doubled.compareTo(most) < 0 ? doubled : most;
        }
    }
}
