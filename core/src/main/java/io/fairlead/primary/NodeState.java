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
 * @param suspicion whether its readings are believed
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
        Suspicion suspicion) {

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
                Suspicion.none());
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
                suspicion);
    }

    /** The same node and process without any load. */
    NodeState unmeasured() {
        return new NodeState(
                incarnation,
                sequence,
                LoadAverage.empty(),
                SensorSwings.none(),
                0,
                earned,
                false,
                capacity,
                lastPrimaryRound,
                suspicion);
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
                suspicion);
    }

    NodeState withLastPrimaryRound(long round) {
        return new NodeState(
                incarnation, sequence, average, swings, stableRounds, earned, partial, capacity, round, suspicion);
    }

    NodeState suspectedFrom(Duration at) {
        return with(suspicion.again(at));
    }

    NodeState trusted() {
        return with(Suspicion.none());
    }

    private NodeState with(Suspicion other) {
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
                other);
    }

    /** Whether a valid sample came in the last round. */
    boolean isFresh() {
        return !Double.isNaN(average.newest());
    }

    boolean isSuspect(Duration at) {
        return suspicion.holds(at);
    }
}
