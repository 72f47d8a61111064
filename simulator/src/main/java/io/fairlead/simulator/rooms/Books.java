package io.fairlead.simulator.rooms;

import io.fairlead.placement.Owner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a run counts while it goes on. */
final class Books {

    final List<RoomSample> samples = new ArrayList<>();

    /** Rooms that lived on two machines when last looked at. */
    final Set<Guest> doubled = new LinkedHashSet<>();

    long arrived;
    long refused;
    long nowhere;
    long onDead;
    long onDeadAfterFailure;
    long onBarred;
    double lastBlindS;

    private final List<Guest> orphans = new ArrayList<>();
    private long twoOwners;
    private long twoClaims;
    private double lastDoubledS;

    /** A room's machine has died under it, or before it came there. */
    void lost(Guest guest, Owner owner) {
        if (!guest.orphaned()) {
            orphans.add(guest);
        }
        if (!guest.lost.contains(owner)) {
            guest.lost.add(owner);
        }
    }

    /** Counts a second of every room that lives twice. */
    void lookAtDoubled(double now) {
        doubled.removeIf(guest -> guest.stays.size() < 2);
        twoOwners += doubled.size();
        lastDoubledS = doubled.isEmpty() ? lastDoubledS : now;
        for (Guest guest : doubled) {
            twoClaims += guest.stays.stream().allMatch(stay -> stay.claim != null) ? 1 : 0;
        }
    }

    RoomTallies close() {
        long once = orphans.stream()
                .filter(guest -> guest.moves == guest.lost.size())
                .count();
        long more = orphans.stream()
                .filter(guest -> guest.moves > guest.lost.size())
                .count();
        long homeless = orphans.stream()
                .filter(guest -> guest.moves < guest.lost.size() && !guest.ended)
                .count();
        return new RoomTallies(
                arrived,
                refused,
                nowhere,
                onDead,
                onDeadAfterFailure,
                onBarred,
                orphans.size(),
                once,
                more,
                homeless,
                twoOwners,
                twoClaims,
                lastDoubledS,
                lastBlindS);
    }
}
