package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one instance says of itself, and which rooms it still has.
 *
 * @param service the service
 * @param instance the instance
 * @param load its load; ceilings that it names move those of its service, and the others stay
 * @param renewed rooms whose claims are to live on, with the epoch under which the instance has each
 * @param unclaimed rooms that the instance has without a claim, since they were placed while the store was away
 */
public record Report(
        ServiceId service,
        Instance instance,
        LoadReport load,
        SortedMap<RoomId, Long> renewed,
        SortedSet<RoomId> unclaimed) {

    /** Copies the rooms in the order of their ids. */
    public Report {
        renewed = Collections.unmodifiableSortedMap(new TreeMap<>(renewed));
        unclaimed = Collections.unmodifiableSortedSet(new TreeSet<>(unclaimed));
    }

    Report with(LoadReport other) {
        return new Report(service, instance, other, renewed, unclaimed);
    }

    Owner owner() {
        return new Owner(instance.id(), load.incarnation());
    }
}
