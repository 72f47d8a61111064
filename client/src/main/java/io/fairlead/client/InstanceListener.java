package io.fairlead.client;

import io.fairlead.RoomId;

/**
 * What an instance is told about itself. Called one after the other, on a thread where it may wait; what throws is logged.
 */
@FunctionalInterface
public interface InstanceListener {

    /** In place of an epoch: the room came without a claim, and this instance never had one. */
    long NO_EPOCH = -1;

    /**
     * A room is not this instance's any more: it lives elsewhere or has ended. The instance must end its own now. It is not
     * renewed any more. If this throws, it is told again with the next report, until it returns.
     *
     * @param room the room
     * @param epoch the epoch under which the instance had it; storage refuses what is written under it. {@link #NO_EPOCH} if
     *     it came without a claim and another instance's stands
     */
    void roomLost(RoomId room, long epoch);

    /**
     * A room that came without a claim has one now: it lives here, under this epoch.
     *
     * @param room the room
     * @param epoch the epoch of its claim
     */
    default void roomClaimed(RoomId room, long epoch) {}

    /** An operator has ordered it to take no new rooms. The reporter says so from now on, until {@code ready()}. */
    default void drainOrdered() {}

    /**
     * This process does not count any more, and it reports no longer: {@code incarnation-conflict}, another
     * process with this id started later; {@code incarnation-ended}, somebody took it out. All its rooms are lost. To go on,
     * close the reporter and make another.
     */
    default void ended(CallException why) {}
}
