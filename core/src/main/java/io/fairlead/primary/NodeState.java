package io.fairlead.primary;

import io.fairlead.load.LoadAverage;
import io.fairlead.load.SensorSwings;
import java.time.Duration;

/**
 * What is remembered of one node from round to round.
 *
 * @param incarnation the process that the memory is of
 * @param sequence number of the last sample that counted
 * @param average the load average and its samples
 * @param swings how often the sensor has swung
 * @param stableRounds rounds without a break in which the node was alive and measured
 * @param earned whether the node has passed an observation period since it last fell silent for a window
 * @param partial whether the newest load had an unknown metric in it
 * @param capacity relative size of the machine
 * @param lastPrimaryRound round in which the node last gave up the role, or -1
 * @param suspectUntil time until which its sensor is suspect, on the group's time line; zero if it is not
 */
public record NodeState(
        String incarnation,
        long sequence,
        LoadAverage average,
        SensorSwings swings,
        int stableRounds,
        boolean earned,
        boolean partial,
        double capacity,
        long lastPrimaryRound,
        Duration suspectUntil) {

    /** A node of which nothing is known yet but its process. */
    static NodeState unknown(NodeObservation seen) {
        return new NodeState(
                seen.incarnation(),
                Long.MIN_VALUE,
                LoadAverage.empty(),
                SensorSwings.none(),
                0,
                false,
                false,
                seen.capacity(),
                -1,
                Duration.ZERO);
    }

    /** The same node after a restart of its process: its averages are gone, what it has earned is not. */
    NodeState restarted(NodeObservation seen) {
        return new NodeState(
                seen.incarnation(),
                Long.MIN_VALUE,
                LoadAverage.empty(),
                SensorSwings.none(),
                0,
                earned,
                false,
                seen.capacity(),
                lastPrimaryRound,
                suspectUntil);
    }

    NodeState with(LoadAverage other) {
        return new NodeState(
                incarnation,
                sequence,
                other,
                swings,
                stableRounds,
                earned,
                partial,
                capacity,
                lastPrimaryRound,
                suspectUntil);
    }

    NodeState withLastPrimaryRound(long round) {
        return new NodeState(
                incarnation, sequence, average, swings, stableRounds, earned, partial, capacity, round, suspectUntil);
    }

    NodeState suspectedUntil(Duration time) {
        return new NodeState(
                incarnation,
                sequence,
                average,
                swings,
                stableRounds,
                earned,
                partial,
                capacity,
                lastPrimaryRound,
                time);
    }

    /** Whether a valid sample came in the last round. */
    boolean isFresh() {
        return !Double.isNaN(average.newest());
    }

    boolean isSuspect(Duration at) {
        return suspectUntil.compareTo(at) > 0;
    }
}
