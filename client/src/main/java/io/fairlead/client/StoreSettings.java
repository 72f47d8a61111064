package io.fairlead.client;

import io.fairlead.ServiceId;
import io.fairlead.placement.PlacementSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a client works over stores that it shares with others.
 *
 * @param budget within this time each call has its answer or its failure; 10 ms to 1 min
 * @param lookEvery how often the instances of each service are read, once it was first asked for a place; 250 ms to 1 s
 * @param placement how rooms are placed in a service that has no settings of its own
 * @param services the settings of services of their own. All programs that place rooms of a service should have the same: they
 *     agree on each room either way, and weigh alike only then
 */
public record StoreSettings(
        Duration budget,
        Duration lookEvery,
        PlacementSettings placement,
        SortedMap<ServiceId, PlacementSettings> services) {

    private static final Duration SHORTEST_LOOK = Duration.ofMillis(250);

    /** A scheduler that has not looked for 2 s counts nobody's silence, so one late look must fit in. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    /** Checks the ranges, and copies the map. */
    public StoreSettings {
        ClientSettings.checkBudget(budget);
        Range.check("lookEvery", lookEvery, SHORTEST_LOOK, LONGEST_LOOK);
        services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
    }

    /** 1 s for a call, a look each half second, and the standard settings of placement for every service. */
    public static StoreSettings standard() {
        return new StoreSettings(
                Duration.ofSeconds(1), Duration.ofMillis(500), PlacementSettings.standard(), new TreeMap<>());
    }

    /** The same with another time for each call. */
    public StoreSettings withBudget(Duration other) {
        return new StoreSettings(other, lookEvery, placement, services);
    }

    /** The same with another time between two looks. */
    public StoreSettings withLookEvery(Duration other) {
        return new StoreSettings(budget, other, placement, services);
    }

    /** The same with other settings for the services that have none of their own. */
    public StoreSettings with(PlacementSettings other) {
        return new StoreSettings(budget, lookEvery, other, services);
    }

    /** The same with settings of its own for a service. */
    public StoreSettings with(ServiceId service, PlacementSettings own) {
        Map<ServiceId, PlacementSettings> more = new TreeMap<>(services);
        more.put(service, own);
        return new StoreSettings(budget, lookEvery, placement, new TreeMap<>(more));
    }

    /** How rooms of a service are placed. */
    public PlacementSettings of(ServiceId service) {
        return services.getOrDefault(service, placement);
    }
}
