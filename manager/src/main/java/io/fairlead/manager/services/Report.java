package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one instance says of itself, and which rooms it still has.
 *
 * @param service the service
 * @param instance the instance
 * @param load its load; ceilings that it names move those of its service, and the others stay
 * @param renewed rooms whose claims are to live on, with the epoch under which the instance has each
 */
public record Report(ServiceId service, Instance instance, LoadReport load, SortedMap<RoomId, Long> renewed) {

    /** Copies the rooms in the order of their ids. */
    public Report {
        renewed = Collections.unmodifiableSortedMap(new TreeMap<>(renewed));
    }

    Owner owner() {
        return new Owner(instance.id(), load.incarnation());
    }
}
