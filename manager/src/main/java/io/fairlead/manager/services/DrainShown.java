package io.fairlead.manager.services;

import io.fairlead.placement.Candidate;
import io.fairlead.store.Drain;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A drain as it is shown.
 *
 * @param drain the order
 * @param roomsLeft the rooms that the instance still has; empty if it does not count them
 * @param settled whether its report shows all that was placed on it before the order
 */
public record DrainShown(Drain drain, OptionalLong roomsLeft, boolean settled) {

    /** Other schedulers have looked again by then, and a sample shows what they placed before. */
    private static final Duration OTHERS_KNOW = Duration.ofMillis(1_500);

    /**
     * Of an instance as it reports itself.
     *
     * @param inFlight rooms that this scheduler placed on it and no report shows yet
     * @param schedulers how many place rooms; what others placed a sample shows that was taken 1.5 s after the order
     */
    static DrainShown of(Drain drain, Candidate candidate, double inFlight, int schedulers) {
        boolean later = candidate.sampleAge().plus(OTHERS_KNOW).compareTo(drain.age()) < 0;
        return new DrainShown(
                drain, candidate.report().occupancy().rooms(), inFlight == 0 && (schedulers == 1 || later));
    }

    /** How far it is. */
    public State state() {
        if (settled && roomsLeft.isPresent() && roomsLeft.getAsLong() == 0) {
            return State.DRAINED;
        }
        return drain.isOverdue() ? State.OVERDUE : State.DRAINING;
    }

    /** How far a drain is. */
    public enum State {
        /** Rooms are left, or may be, and there is time. */
        DRAINING,
        /** No room is left, nor on its way: the instance can be ended. */
        DRAINED,
        /** Rooms are left, or may be, and the time is over. */
        OVERDUE
    }
}
