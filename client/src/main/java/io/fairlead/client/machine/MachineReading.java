package io.fairlead.client.machine;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One reading of all metrics of a machine.
 *
 * @param byMetric what was read, by the metric's name
 * @param origins where each came from
 */
public record MachineReading(SortedMap<String, Reading> byMetric, SortedMap<String, Origin> origins) {
    /** Keeps sorted copies. */
    public MachineReading {
        byMetric = Collections.unmodifiableSortedMap(new TreeMap<>(byMetric));
        origins = Collections.unmodifiableSortedMap(new TreeMap<>(origins));
    }

    /** Where the reading of a metric came from. */
    public Origin origin(String metric) {
        return origins.getOrDefault(metric, Origin.NONE);
    }

    /** The same with one more. */
    public MachineReading with(String metric, Reading reading, Origin origin) {
        SortedMap<String, Reading> more = new TreeMap<>(byMetric);
        SortedMap<String, Origin> from = new TreeMap<>(origins);
        more.put(metric, reading);
        from.put(metric, origin);
        return new MachineReading(more, from);
    }

    /** The known values in points 0..100, by name. */
    public SortedMap<String, Double> known() {
        SortedMap<String, Double> known = new TreeMap<>();
        for (Map.Entry<String, Reading> entry : byMetric.entrySet()) {
            if (entry.getValue() instanceof Reading.Known value) {
                known.put(entry.getKey(), value.value());
            }
        }
        return known;
    }

    /** Why the others are not known, by name. */
    public SortedMap<String, String> unknown() {
        SortedMap<String, String> unknown = new TreeMap<>();
        for (Map.Entry<String, Reading> entry : byMetric.entrySet()) {
            if (entry.getValue() instanceof Reading.Unknown why) {
                unknown.put(entry.getKey(), why.reason());
            }
        }
        return unknown;
    }
}
