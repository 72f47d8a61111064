package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A caller's wish for a place for one room or connection.
 *
 * @param service the service
 * @param room the room's name, by which it is found again; null for one that nobody will look for
 * @param cost what the room is expected to cost relative to the usual one, above 0 and at most 1000; kept and shown, and
 *     of no weight under {@code safety-margin}
 * @param unreachable the process that the caller could not connect to just now, or null
 */
public record RoomRequest(
        ServiceId service,
        @Nullable RoomId room,
        double cost,
        @Nullable Owner unreachable) {

    /** Checks the range of the cost. */
    public RoomRequest {
        if (!(cost > 0 && cost <= 1_000)) {
            throw new IllegalArgumentException("cost is " + cost + ": use a number above 0 and at most 1000");
        }
    }
}
