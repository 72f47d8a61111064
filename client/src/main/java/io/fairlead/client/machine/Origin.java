package io.fairlead.client.machine;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where one reading of one metric came from.
 *
 * @param of what it speaks of, such as the busiest disk or the control group with the worst value; empty where nothing
 *     was found to measure
 * @param files what was read for it, in the order of reading
 * @param leftOut devices and interfaces that do not count, each with the reason
 * @param limits the limits in force that it is measured against, each with the file that says it
 */
public record Origin(String of, List<String> files, SortedMap<String, String> leftOut, List<String> limits) {
    /** Of a reading that was never made. */
    public static final Origin NONE = new Origin("", List.of(), new TreeMap<>(), List.of());

    /** Keeps copies. */
    public Origin {
        files = List.copyOf(files);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        limits = List.copyOf(limits);
    }
}
