package io.fairlead.agent.metrics;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One reading of all metrics of a machine, by the metric's name. */
public record MachineReading(SortedMap<String, Reading> byMetric) {
    /** Keeps a sorted copy. */
    public MachineReading {
        byMetric = Collections.unmodifiableSortedMap(new TreeMap<>(byMetric));
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
