package io.fairlead.placement;

import io.fairlead.RoomId;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for: an instance for one room or connection.
 *
 * @param unreachable the process that the caller could not connect to just now, or null
 * @param room the room's name, or null for one that nobody will look for
 * @param cost what the room is expected to cost relative to the usual one, above 0 and at most 1000; of no weight under {@code
 *     safety-margin}
 */
public record PlacementRequest(
        @Nullable Owner unreachable, @Nullable RoomId room, double cost) {

    private static final PlacementRequest PLAIN = new PlacementRequest(null);
    private static final double MOST_COST = 1_000;

    /** Checks the range of the cost. */
    public PlacementRequest {
        if (!(cost > 0 && cost <= MOST_COST)) {
            throw new IllegalArgumentException("cost is " + cost + ": use a number above 0 and at most 1000");
        }
    }

    /** A request for a usual room without a name. */
    public PlacementRequest(@Nullable Owner unreachable) {
        this(unreachable, null, 1);
    }

    /** A request of a caller that failed to connect to nobody. */
    public static PlacementRequest plain() {
        return PLAIN;
    }

    /** A request of a caller that could not connect to a process just now. */
    public static PlacementRequest afterFailedConnect(Owner unreachable) {
        return new PlacementRequest(unreachable);
    }

    /** The same for a room that somebody will look for. */
    public PlacementRequest with(RoomId name) {
        return new PlacementRequest(unreachable, name, cost);
    }

    /** The same for a room of another cost. */
    public PlacementRequest withCost(double expected) {
        return new PlacementRequest(unreachable, room, expected);
    }
}
