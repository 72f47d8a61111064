package io.fairlead.manager.services;

import io.fairlead.placement.Candidate;
import io.fairlead.store.Drain;
import java.util.OptionalLong;

/**
 * A drain as it is shown.
 *
 * @param drain the order
 * @param roomsLeft the rooms that the instance still has; empty if it does not count them
 */
public record DrainShown(Drain drain, OptionalLong roomsLeft) {

    static DrainShown of(Drain drain, Candidate candidate) {
        return new DrainShown(drain, candidate.report().occupancy().rooms());
    }

    /** How far it is. */
    public State state() {
        if (roomsLeft.isPresent() && roomsLeft.getAsLong() == 0) {
            return State.DRAINED;
        }
        return drain.isOverdue() ? State.OVERDUE : State.DRAINING;
    }

    /** How far a drain is. */
    public enum State {
        /** Rooms are left, or may be, and there is time. */
        DRAINING,
        /** No room is left: the instance can be ended. */
        DRAINED,
        /** Rooms are left, or may be, and the time is over. */
        OVERDUE
    }
}
