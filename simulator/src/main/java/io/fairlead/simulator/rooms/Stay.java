package io.fairlead.simulator.rooms;

import io.fairlead.placement.Claim;
import org.jspecify.annotations.Nullable;

/** A room on one machine. */
final class Stay {

    final Guest guest;
    final Host host;
    final double fromS;

    /** What entitles the machine to the room, or null where the store was away. */
    @Nullable Claim claim;

    int steps;
    boolean over;

    Stay(Guest guest, Host host, double fromS) {
        this.guest = guest;
        this.host = host;
        this.fromS = fromS;
    }

    double cores() {
        return guest.demand.cores() * RoomMix.Demand.level(steps);
    }
}
