package io.fairlead.client;

import io.fairlead.load.Metrics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How busy an instance is at one moment. What is not known is left out, never 0: an instance of unknown CPU or memory gets a
 * room only where nobody's load is known.
 *
 * @param metrics percent used per resource, at most 64 of them; {@code cpu} and {@code memory} have ceilings, others where
 *     the service names one
 * @param rooms how many rooms live on it, 0 to 1,000,000,000; those that its reporter renews count at least
 * @param capacity the cores that it may use, above 0 and at most 1,000,000
 * @param growth how many grown rooms' load its young rooms have still to come to: the sum of {@code 1 - age / 30 s} over its
 *     rooms younger than 30 s, 0 to the number of rooms; where it is not known, the reporter tells that of the rooms that it
 *     renews
 * @param memoryLimit the bytes that it may use, above 0
 */
public record InstanceLoad(
        Metrics metrics, OptionalLong rooms, OptionalDouble capacity, OptionalDouble growth, OptionalLong memoryLimit) {

    private static final int MOST_METRICS = 64;
    private static final long MOST_ROOMS = 1_000_000_000;
    private static final double MOST_CORES = 1_000_000;

    /** Checks the ranges. */
    public InstanceLoad {
        Range.check("metrics", metrics.values().size(), 0, MOST_METRICS);
        if (rooms.isPresent()) {
            Range.check("rooms", rooms.getAsLong(), 0, MOST_ROOMS);
        }
        if (capacity.isPresent() && !(capacity.getAsDouble() > 0 && capacity.getAsDouble() <= MOST_CORES)) {
            throw new IllegalArgumentException(
                    "capacity is " + capacity.getAsDouble() + ": use cores above 0 and at most " + (long) MOST_CORES);
        }
        double most = (double) rooms.orElse(MOST_ROOMS);
        if (growth.isPresent() && !(growth.getAsDouble() >= 0 && growth.getAsDouble() <= most)) {
            throw new IllegalArgumentException(
                    "growth is " + growth.getAsDouble() + ": use 0 to the number of rooms, here " + (long) most);
        }
        if (memoryLimit.isPresent()) {
            Range.check("memoryLimit", memoryLimit.getAsLong(), 1, Long.MAX_VALUE);
        }
    }

    /** Nothing is known. */
    public static InstanceLoad unknown() {
        return new InstanceLoad(
                new Metrics(new TreeMap<>()),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty());
    }

    /** The same with a metric that was measured, in percent 0..100. */
    public InstanceLoad with(String metric, double percent) {
        SortedMap<String, Double> more = new TreeMap<>(metrics.values());
        more.put(metric, percent);
        return new InstanceLoad(new Metrics(more), rooms, capacity, growth, memoryLimit);
    }

    /** The same with the CPU used, in percent 0..100. */
    public InstanceLoad withCpu(double percent) {
        return with(Metrics.CPU, percent);
    }

    /** The same with the memory used, in percent 0..100. */
    public InstanceLoad withMemory(double percent) {
        return with(Metrics.MEMORY, percent);
    }

    /** The same with a number of rooms. */
    public InstanceLoad withRooms(long count) {
        return new InstanceLoad(metrics, OptionalLong.of(count), capacity, growth, memoryLimit);
    }

    /** The same with a number of cores. */
    public InstanceLoad withCapacity(double cores) {
        return new InstanceLoad(metrics, rooms, OptionalDouble.of(cores), growth, memoryLimit);
    }

    /** The same with the growth of its rooms that is still to come; its number of rooms comes first. */
    public InstanceLoad withGrowth(double toCome) {
        return new InstanceLoad(metrics, rooms, capacity, OptionalDouble.of(toCome), memoryLimit);
    }

    /** The same with the bytes that it may use. */
    public InstanceLoad withMemoryLimit(long bytes) {
        return new InstanceLoad(metrics, rooms, capacity, growth, OptionalLong.of(bytes));
    }
}
