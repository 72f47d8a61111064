package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.placement.Placement;
import io.fairlead.store.AffinityStore.Claimed;
import org.jspecify.annotations.Nullable;

/**
 * One placement as it is remembered.
 *
 * @param number 1 for the manager's first placement, and one more for each
 * @param wallMillis when it was made, in ms since 1970
 * @param request what was asked for
 * @param placement where the room goes, and why
 * @param claimed the home of the room, or null if it has no name or got no home
 */
public record PlacementRecord(
        long number,
        long wallMillis,
        RoomRequest request,
        Placement placement,
        @Nullable Claimed claimed) {

    /** The room, or null if it has no name. */
    public @Nullable RoomId room() {
        return request.room();
    }

    int checks() {
        return placement.checks().size();
    }
}
