package io.fairlead.placement;

import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for: an instance for one room or connection.
 *
 * @param unreachable the process that the caller could not connect to just now, or null
 */
public record PlacementRequest(@Nullable Owner unreachable) {

    private static final PlacementRequest PLAIN = new PlacementRequest(null);

    /** A request of a caller that failed to connect to nobody. */
    public static PlacementRequest plain() {
        return PLAIN;
    }

    /** A request of a caller that could not connect to a process just now. */
    public static PlacementRequest afterFailedConnect(Owner unreachable) {
        return new PlacementRequest(unreachable);
    }
}
