package io.fairlead.simulator.rooms;

import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A room of the run, from its first client's question to its end. */
final class Guest {

    final Room room;
    final RoomMix.Demand demand;

    /** What its clients draw; theirs alone, so that it does not depend on the policy. */
    final SplittableRandom random;

    /** Where it lives: one place, unless something went wrong. */
    final List<Stay> stays = new ArrayList<>(1);

    boolean ended;

    /** The dead machines that it lost. */
    final List<Owner> lost = new ArrayList<>(0);

    /** How many times it got a new home after it had lost one. */
    int moves;

    Guest(Room room, RoomMix.Demand demand, SplittableRandom random) {
        this.room = room;
        this.demand = demand;
        this.random = random;
    }

    @Nullable Stay on(Host host) {
        for (Stay stay : stays) {
            if (stay.host == host) {
                return stay;
            }
        }
        return null;
    }

    boolean orphaned() {
        return !lost.isEmpty();
    }
}
