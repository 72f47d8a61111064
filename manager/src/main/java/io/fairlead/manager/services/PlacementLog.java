package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The last placements of each service with their checks. Touched by the loop's thread only. */
final class PlacementLog {

    /** Enough to see what a service did in the last moments. */
    static final int PLACEMENTS = 100;

    /** Bounds the memory whatever the number of services and instances: some 25 MB. */
    static final int CHECKS = 200_000;

    /** Bounds one answer: some 4 MB. */
    static final int CHECKS_OF_A_PAGE = 20_000;

    private final SortedMap<ServiceId, Deque<PlacementRecord>> services = new TreeMap<>();

    /** All of them in the order of time; each service's own are in the same order. */
    private final Map<Long, PlacementRecord> all = new LinkedHashMap<>();

    private long checks;

    void add(PlacementRecord record) {
        Deque<PlacementRecord> own = services.computeIfAbsent(record.request().service(), id -> new ArrayDeque<>());
        own.addLast(record);
        all.put(record.number(), record);
        checks += record.checks();
        if (own.size() > PLACEMENTS) {
            PlacementRecord oldest = own.removeFirst();
            all.remove(oldest.number());
            checks -= oldest.checks();
        }
        Iterator<PlacementRecord> oldest = all.values().iterator();
        while (checks > CHECKS && all.size() > 1) {
            PlacementRecord dropped = oldest.next();
            oldest.remove();
            forget(dropped);
        }
    }

    private void forget(PlacementRecord oldest) {
        checks -= oldest.checks();
        services.computeIfPresent(oldest.request().service(), (id, own) -> {
            own.removeFirst();
            return own.isEmpty() ? null : own;
        });
    }

    boolean has(ServiceId service) {
        return services.containsKey(service);
    }

    /** A page in the order of time: the first placements after a number, or without one the newest. */
    List<PlacementRecord> page(ServiceId service, OptionalLong after, int limit) {
        Deque<PlacementRecord> own = services.getOrDefault(service, new ArrayDeque<>());
        List<PlacementRecord> page = new ArrayList<>();
        long shown = 0;
        Iterator<PlacementRecord> records = after.isPresent() ? own.iterator() : own.descendingIterator();
        while (records.hasNext() && page.size() < limit) {
            PlacementRecord record = records.next();
            if (after.isPresent() && record.number() <= after.getAsLong()) {
                continue;
            }
            shown += record.checks();
            if (shown > CHECKS_OF_A_PAGE && !page.isEmpty()) {
                break;
            }
            page.add(record);
        }
        if (after.isEmpty()) {
            Collections.reverse(page);
        }
        return page;
    }
}
