package io.fairlead.manager.services;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.placement.InstanceState;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** What the manager says to a report. */
public sealed interface ReportReply {

    /**
     * The report was taken in.
     *
     * @param instance the instance
     * @param state what the instance counts as: draining where an operator wants that, else what it said
     * @param newer whether the report said something new: its sequence was above that of the one before
     * @param lost rooms that live elsewhere by now or have ended, in the order of their ids; the instance ends its own
     * @param refused rooms of which there was no room left to remember them, in the order of their ids
     * @param claimed the epochs of rooms that came without a claim and have one now
     * @param renewEvery how often it is to renew its claims: more often than usual where they were lost
     */
    record Taken(
            InstanceId instance,
            InstanceState state,
            boolean newer,
            List<RoomId> lost,
            List<RoomId> refused,
            SortedMap<RoomId, Long> claimed,
            Duration renewEvery)
            implements ReportReply {}

    /** A process that started later has this id; the report did not count. */
    record Replaced(InstanceId instance) implements ReportReply {}

    /** This process has left before; the report did not count. */
    record Ended(InstanceId instance) implements ReportReply {}

    /**
     * There is no room for another service or instance; the report did not count.
     *
     * @param what what there would be too many of, for example {@code instances of service battle}
     * @param limit how many there may be
     */
    record Full(String what, int limit) implements ReportReply {}
}
