package io.fairlead.manager.metrics;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts things of a few kinds; any thread may count and read. */
public final class Tally {

    private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** Counts one of a kind. The kinds must be few: each is kept for ever. */
    public void count(String kind) {
        counts.computeIfAbsent(kind, any -> new LongAdder()).increment();
    }

    /** The counts so far. */
    public SortedMap<String, Long> counts() {
        SortedMap<String, Long> now = new TreeMap<>();
        counts.forEach((kind, count) -> now.put(kind, count.sum()));
        return now;
    }
}
