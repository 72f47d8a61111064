package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.placement.Owner;
import java.util.Optional;

/**
 * What is wanted of a placement.
 *
 * @param room the room, so that every caller gets the same answer; empty for a connection that nobody will look for again
 * @param cost what the room is expected to cost beside the usual one, above 0 and at most 1000; the policy {@code
 *     safety-margin} shows it and does not weigh it
 * @param unreachable a process that could not be connected to just now, so that another is found; empty if there was none
 * @param moved whether the process where the room was said to live does not have it, so that a home that is known from a
 *     moment ago does not count
 */
public record PlaceWish(Optional<RoomId> room, double cost, Optional<Owner> unreachable, boolean moved) {

    /** Checks the cost. */
    public PlaceWish {
        if (!(cost > 0 && cost <= 1_000)) {
            throw new IllegalArgumentException("cost is " + cost + ": use a number above 0 and at most 1000");
        }
    }

    /** A place for a connection. */
    public static PlaceWish forConnection() {
        return new PlaceWish(Optional.empty(), 1, Optional.empty(), false);
    }

    /** The place of a room, wherever it lives, or a new one. */
    public static PlaceWish forRoom(RoomId room) {
        return new PlaceWish(Optional.of(room), 1, Optional.empty(), false);
    }

    /** The same after the process that was named could not be connected to. */
    public PlaceWish avoiding(Owner process) {
        return new PlaceWish(room, cost, Optional.of(process), moved);
    }

    /** The same with another cost. */
    public PlaceWish withCost(double other) {
        return new PlaceWish(room, other, unreachable, moved);
    }

    /** The same after the process that was named has answered that it does not have the room: it lives elsewhere by now. */
    public PlaceWish afterMove() {
        return new PlaceWish(room, cost, unreachable, true);
    }
}
