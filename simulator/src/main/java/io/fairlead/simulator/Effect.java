package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import java.time.Duration;

/**
 * What an event does to its machine, round by round: real load, faults of the machine, lies of its sensor.
 *
 * <p>An effect keeps no memory: it is a function of the time since the event began and of the event's own randomness.
 */
@FunctionalInterface
public interface Effect {

    /** Changes the machine's condition of one round. */
    void apply(Condition condition);

    /**
     * The machine really is busier by some points.
     *
     * @param points added to every metric; may be negative
     */
    record Busier(double points) implements Effect {
        @Override
        public void apply(Condition condition) {
            condition.addLoad(points);
        }
    }

    /**
     * The machine really is busier and less busy in turns, beginning with busier.
     *
     * @param points added in the first part
     * @param rounds length of the first part
     * @param otherPoints added in the second part
     * @param otherRounds length of the second part
     */
    record BusierInTurns(double points, int rounds, double otherPoints, int otherRounds) implements Effect {
        @Override
        public void apply(Condition condition) {
            boolean first = condition.roundsSinceStart() % (rounds + otherRounds) < rounds;
            condition.addLoad(first ? points : otherPoints);
        }
    }

    /**
     * One metric really is at some percent.
     *
     * @param metric its name
     * @param percent its value, 0..100
     */
    record MetricAt(String metric, double percent) implements Effect {

        /** Refuses a bad name. */
        public MetricAt {
            Metrics.checkName(metric);
        }

        @Override
        public void apply(Condition condition) {
            condition.setMetric(metric, percent);
        }
    }

    /** The machine's process is dead; it comes back as a new process when the event ends. */
    record Dead() implements Effect {
        @Override
        public void apply(Condition condition) {
            condition.dead(condition.sinceStart());
        }
    }

    /**
     * The machine is unreachable and reachable in turns, beginning with unreachable; its process lives on.
     *
     * @param down how long it is unreachable
     * @param up how long it is reachable
     */
    record Flapping(Duration down, Duration up) implements Effect {
        @Override
        public void apply(Condition condition) {
            long period = down.toMillis() + up.toMillis();
            long phase = condition.sinceStart().toMillis() % period;
            if (phase < down.toMillis()) {
                condition.unreachable(Duration.ofMillis(phase));
            }
        }
    }

    /**
     * The machine's process restarts again and again, the first time when the event begins, and is idle at first.
     *
     * @param every time between restarts
     * @param idleFor how long it is idle after each
     * @param idlePoints what is added to its load meanwhile; negative
     */
    record Restarting(Duration every, Duration idleFor, double idlePoints) implements Effect {
        @Override
        public void apply(Condition condition) {
            long since = condition.sinceStart().toMillis();
            condition.restarted((int) (since / every.toMillis()) + 1);
            if (since % every.toMillis() < idleFor.toMillis()) {
                condition.addLoad(idlePoints);
            }
        }
    }

    /**
     * A share of the machine's samples is lost; its heartbeats are not.
     *
     * @param share 0..1
     */
    record SamplesLost(double share) implements Effect {
        @Override
        public void apply(Condition condition) {
            if (condition.random().nextDouble() < share) {
                condition.loseSample();
            }
        }
    }

    /** The source of the machine's samples hangs and repeats its last one under its old number. */
    record SourceFrozen() implements Effect {
        @Override
        public void apply(Condition condition) {
            condition.freezeSource();
        }
    }

    /**
     * The sensor shows a fixed number, whatever the load.
     *
     * @param points 0..100
     */
    record SensorFixed(double points) implements Effect {
        @Override
        public void apply(Condition condition) {
            condition.fixReading(points);
        }
    }

    /**
     * The sensor shows some points too much in every other round.
     *
     * @param points added
     */
    record SensorJumping(double points) implements Effect {
        @Override
        public void apply(Condition condition) {
            if (condition.roundsSinceStart() % 2 == 0) {
                condition.shiftReading(points);
            }
        }
    }
}
