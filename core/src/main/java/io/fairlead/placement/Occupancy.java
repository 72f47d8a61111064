package io.fairlead.placement;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How large an instance is, and how many rooms it holds. What an instance does not know of itself is empty, never 0: the
 * corrections that need it are then left out for this instance.
 *
 * @param capacity the cores that it may use, above 0 and at most 1,000,000
 * @param memoryLimit the bytes that it may use, above 0
 * @param rooms the rooms that live on it, 0 or more
 * @param growth how many grown rooms' load its young rooms have still to come to, 0 to the number of rooms: the sum of {@code
 *     1 - age / 30 s} over its rooms younger than 30 s
 */
public record Occupancy(OptionalDouble capacity, OptionalLong memoryLimit, OptionalLong rooms, OptionalDouble growth) {

    private static final double MOST_CORES = 1_000_000;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Occupancy {
        if (capacity.isPresent() && !(capacity.getAsDouble() > 0 && capacity.getAsDouble() <= MOST_CORES)) {
            throw new IllegalArgumentException(
                    "capacity is " + capacity.getAsDouble() + ": use cores above 0 and at most " + (long) MOST_CORES);
        }
        if (memoryLimit.isPresent() && memoryLimit.getAsLong() <= 0) {
            throw new IllegalArgumentException("memory limit is " + memoryLimit.getAsLong() + ": use bytes above 0");
        }
        if (rooms.isPresent() && rooms.getAsLong() < 0) {
            throw new IllegalArgumentException("rooms is " + rooms.getAsLong() + ": use 0 or more");
        }
        double most = rooms.orElse(Long.MAX_VALUE);
        if (growth.isPresent() && !(growth.getAsDouble() >= 0 && growth.getAsDouble() <= most)) {
            throw new IllegalArgumentException("growth is " + growth.getAsDouble() + " of "
                    + (rooms.isPresent() ? rooms.getAsLong() : "unknown") + " rooms: use 0 to the number of rooms");
        }
    }

    /** Of an instance that knows nothing of itself. */
    public static Occupancy unknown() {
        return new Occupancy(
                OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalDouble.empty());
    }

    /** Of an instance that knows the cores that it may use and the rooms that it holds. */
    public static Occupancy of(double cores, long held) {
        return new Occupancy(
                OptionalDouble.of(cores), OptionalLong.empty(), OptionalLong.of(held), OptionalDouble.empty());
    }

    /** The same with other cores, empty if they are not known. */
    public Occupancy withCapacity(OptionalDouble cores) {
        return new Occupancy(cores, memoryLimit, rooms, growth);
    }

    /** The same with other rooms, empty if it does not count them. */
    public Occupancy withRooms(OptionalLong held) {
        return new Occupancy(capacity, memoryLimit, held, growth);
    }

    /** The same with another memory limit, empty if it is not known. */
    public Occupancy withMemoryLimit(OptionalLong bytes) {
        return new Occupancy(capacity, bytes, rooms, growth);
    }

    /** The same with another growth still to come, empty if it is not known. */
    public Occupancy withGrowth(OptionalDouble toCome) {
        return new Occupancy(capacity, memoryLimit, rooms, toCome);
    }
}
