package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A trace laid on rounds of equal length: what each node measured in each round, and whether it was there. */
abstract class TraceRounds {

    /** Beyond any sensible replay; a typing error in the interval or in a time would run for weeks. */
    private static final double MOST_ROUNDS = 1e9;

    /** The samples of one node in one round; the same object for all rounds. */
    static final class Slot {
        boolean alive;

        /** Null where the sample is missing. */
        @Nullable Metrics sample;
    }

    final Trace trace;
    final double start;
    final double seconds;
    private final long rounds;

    TraceRounds(Trace trace, Duration interval) throws TraceException {
        this.trace = trace;
        this.start = trace.start();
        this.seconds = interval.toMillis() / 1000.0;
        double rounds = Math.floor((trace.end() - start) / seconds + 0.5) + 1;
        if (rounds > MOST_ROUNDS) {
            throw new TraceException(trace.name() + ": from its first to its last row there are "
                    + Shown.number(rounds, 0) + " rounds of " + Shown.number(seconds, 3)
                    + " s; at most 1000000000 can be replayed");
        }
        this.rounds = (long) rounds;
    }

    /** How many rounds there are, from the first row to the last. */
    final long rounds() {
        return rounds;
    }

    /** The trace's time in the middle of a round, which is where its samples are meant to be. */
    final double timeOf(long round) {
        return start + (round - 1) * seconds;
    }

    /** The round that a time belongs to: the one whose middle is nearest. */
    final long roundOf(double time) {
        return (long) Math.floor((time - start) / seconds + 0.5) + 1;
    }

    /** Fills in what every node measured in a round; rounds have to be asked for in ascending order. */
    abstract void fill(long round, List<Slot> slots);

    final Metrics metrics(double[] values) {
        SortedMap<String, Double> known = new TreeMap<>();
        List<String> names = trace.metrics();
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                known.put(names.get(i), values[i]);
            }
        }
        return new Metrics(known);
    }
}
