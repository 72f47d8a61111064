package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Offer;
import java.time.Duration;
import java.util.List;

/** What came of a wish for a place. */
public sealed interface Placed {

    /** There is a place. */
    record Done(PlacementRecord record) implements Placed {}

    /**
     * No instance may take a room.
     *
     * @param offers what each instance of the service offered, none if the service has no instance at all
     */
    record Nowhere(List<Offer> offers) implements Placed {}

    /**
     * Every instance is at a ceiling, and the service refuses new rooms then.
     *
     * @param service the service
     * @param retryAfter when it is worth asking again
     */
    record NoRoom(ServiceId service, Duration retryAfter) implements Placed {}

    /**
     * The manager has just started, and the room may live somewhere.
     *
     * @param room the room
     * @param retryAfter time until it is known
     */
    record Learning(RoomId room, Duration retryAfter) implements Placed {}

    /** As many rooms as may be are remembered already. */
    record Full(int limit) implements Placed {}
}
