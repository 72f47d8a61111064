package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.primary.NodeObservation;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One machine of a world: what it measures when it is left alone, and how large it is.
 *
 * @param id the node's id
 * @param base metric name to percent 0..100 without role, noise and events; cpu is always there
 * @param capacity relative size, 0.001 to 1000; the role's load is divided by it
 */
public record Machine(NodeId id, SortedMap<String, Double> base, double capacity) {

    /** Checks metrics and capacity; refuses naming the key, the value and the range. */
    public Machine {
        base = Collections.unmodifiableSortedMap(new TreeMap<>(base));
        if (!new Metrics(base).has(Metrics.CPU)) {
            throw new IllegalArgumentException("base of " + id + " has no cpu: give it a percent from 0 to 100");
        }
        if (!(capacity >= NodeObservation.LEAST_CAPACITY && capacity <= 1000)) {
            throw new IllegalArgumentException(
                    "capacity of " + id + " is " + capacity + ": use a number from 0.001 to 1000");
        }
    }

    /** A machine of capacity 1 that measures only its CPU, so that its load is that number of points. */
    public static Machine at(String id, double points) {
        return new Machine(new NodeId(id), new TreeMap<>(Map.of(Metrics.CPU, points)), 1);
    }

    /** The same machine with another size. */
    public Machine withCapacity(double other) {
        return new Machine(id, base, other);
    }

    /** The same machine with one more metric in its base. */
    public Machine with(String metric, double percent) {
        SortedMap<String, Double> more = new TreeMap<>(base);
        more.put(metric, percent);
        return new Machine(id, more, capacity);
    }
}
