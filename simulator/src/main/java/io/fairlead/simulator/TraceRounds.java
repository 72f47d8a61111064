package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A trace laid on rounds of equal length: what each node measured in each round, and whether it was there. */
abstract class TraceRounds {

    /**
     * Rounds times nodes. A thread decides about 300,000 a second, so this takes some minutes; and rows that fill so
     * many do not fit into 8 GB. What is beyond it is an error in a time or in the length of a round.
     */
    private static final double MOST = 1e8;

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
        int nodes = trace.series().size();
        if (!(rounds * nodes <= MOST)) {
            throw new TraceException(trace.longestGap() + "; with it there are " + Shown.number(rounds, 0)
                    + " rounds of " + Shown.number(seconds, 3) + " s, and with " + Shown.count(nodes, "node")
                    + " at most " + Shown.number(Math.floor(MOST / nodes), 0)
                    + " can be replayed: put that time right, cut the trace there, or use longer rounds");
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
