package io.fairlead.primary;

import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one node in one round.
 *
 * @param heartbeatAge time since its last heartbeat came in, 0 or more
 * @param incarnation changes when the node's process restarts
 * @param maintenance whether an operator took the node out of the election
 * @param sequence number of the sample, growing within an incarnation; a number that does not grow means that the
 *     source is stuck, and the sample counts as missing
 * @param metrics what was measured, or null if there is no sample
 * @param capacity relative size of the machine, {@value #LEAST_CAPACITY} to {@value #MOST_CAPACITY}; 1 is the usual
 * @param roleLoad what being primary costs this node now, in its own load points 0..100, if it can measure that
 * @param hindrances what else keeps it from the role
 */
public record NodeObservation(
        Duration heartbeatAge,
        String incarnation,
        boolean maintenance,
        long sequence,
        @Nullable Metrics metrics,
        double capacity,
        OptionalDouble roleLoad,
        Set<Hindrance> hindrances) {

    /** The smallest capacity: role loads are divided by it, and what is nearer to 0 makes them endless. */
    public static final double LEAST_CAPACITY = 0.001;

    /** The largest capacity. */
    public static final double MOST_CAPACITY = 1_000_000;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public NodeObservation {
        hindrances = Collections.unmodifiableSet(
                hindrances.isEmpty() ? EnumSet.noneOf(Hindrance.class) : EnumSet.copyOf(hindrances));
        if (heartbeatAge.isNegative()) {
            throw new IllegalArgumentException("heartbeat age is " + heartbeatAge + ": use 0 or more");
        }
        checkCapacity(capacity);
        if (roleLoad.isPresent() && !(roleLoad.getAsDouble() >= 0 && roleLoad.getAsDouble() <= 100)) {
            throw new IllegalArgumentException("role load is " + roleLoad.getAsDouble() + ": use points from 0 to 100");
        }
    }

    /** A node that nothing keeps from the role. */
    public NodeObservation(
            Duration heartbeatAge,
            String incarnation,
            boolean maintenance,
            long sequence,
            @Nullable Metrics metrics,
            double capacity,
            OptionalDouble roleLoad) {
        this(
                heartbeatAge,
                incarnation,
                maintenance,
                sequence,
                metrics,
                capacity,
                roleLoad,
                EnumSet.noneOf(Hindrance.class));
    }

    /** Refuses a capacity out of range, saying the range. */
    public static void checkCapacity(double capacity) {
        if (!(capacity >= LEAST_CAPACITY && capacity <= MOST_CAPACITY)) {
            throw new IllegalArgumentException("capacity is " + capacity + ": use a number from 0.001 to 1000000");
        }
    }

    /** A node with a fresh heartbeat and a sample. */
    public static NodeObservation fresh(String incarnation, long sequence, Metrics metrics) {
        return new NodeObservation(Duration.ZERO, incarnation, false, sequence, metrics, 1, OptionalDouble.empty());
    }

    /** The same node, heard of last some time ago. */
    public NodeObservation withHeartbeatAge(Duration age) {
        return new NodeObservation(age, incarnation, maintenance, sequence, metrics, capacity, roleLoad, hindrances);
    }

    /** The same node without a sample. */
    public NodeObservation withoutSample() {
        return new NodeObservation(
                heartbeatAge, incarnation, maintenance, sequence, null, capacity, roleLoad, hindrances);
    }

    /** The same node in or out of maintenance. */
    public NodeObservation withMaintenance(boolean on) {
        return new NodeObservation(heartbeatAge, incarnation, on, sequence, metrics, capacity, roleLoad, hindrances);
    }

    /** The same node with another capacity. */
    public NodeObservation withCapacity(double other) {
        return new NodeObservation(
                heartbeatAge, incarnation, maintenance, sequence, metrics, other, roleLoad, hindrances);
    }

    /** The same node with a measured role load in its own points. */
    public NodeObservation withRoleLoad(double points) {
        return new NodeObservation(
                heartbeatAge,
                incarnation,
                maintenance,
                sequence,
                metrics,
                capacity,
                OptionalDouble.of(points),
                hindrances);
    }

    /** The same node with other hindrances. */
    public NodeObservation with(Set<Hindrance> others) {
        return new NodeObservation(
                heartbeatAge, incarnation, maintenance, sequence, metrics, capacity, roleLoad, others);
    }
}
