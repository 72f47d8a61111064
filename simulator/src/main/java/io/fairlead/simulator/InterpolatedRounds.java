package io.fairlead.simulator;

import java.time.Duration;
import java.util.List;

/**
 * A trace made finer: between two neighbouring samples of a node its metrics go in a straight line.
 *
 * <p>A gap of more than 2.5 of the trace's own rounds is a hole and stays one; a metric that one of the two samples
 * lacks is unknown between them.
 */
final class InterpolatedRounds extends TraceRounds {

    private static final double LONGEST_GAP_ROUNDS = 2.5;

    private final double longestGap;

    /** The last sample of each node that is not after the round. */
    private final int[] last;

    /**
     * The trace on finer rounds.
     *
     * @param coarse the length of the rounds that the trace itself would be laid on
     * @param interval the length of the finer rounds
     */
    InterpolatedRounds(Trace trace, Duration coarse, Duration interval) throws TraceException {
        super(trace, interval);
        this.longestGap = Math.max(coarse.toMillis(), interval.toMillis()) / 1000.0 * LONGEST_GAP_ROUNDS;
        this.last = new int[trace.series().size()];
    }

    @Override
    void fill(long round, List<Slot> slots) {
        double time = timeOf(round);
        for (int i = 0; i < last.length; i++) {
            Trace.Series series = trace.series().get(i);
            Slot slot = slots.get(i);
            slot.alive = roundOf(series.time(0)) <= round && round <= roundOf(series.time(series.size() - 1));
            slot.sample = null;
            while (last[i] + 1 < series.size() && series.time(last[i] + 1) <= time) {
                last[i]++;
            }
            int before = last[i];
            // A sample of this very round stands for itself, whatever follows.
            boolean own = Math.abs(time - series.time(before)) <= seconds / 2;
            int after = own ? before : Math.min(before + 1, series.size() - 1);
            if (slot.alive && series.time(after) - series.time(before) <= longestGap) {
                slot.sample = metrics(between(series, before, after, time));
            }
        }
    }

    private double[] between(Trace.Series series, int before, int after, double time) {
        double gap = series.time(after) - series.time(before);
        double share = gap == 0 ? 0 : Math.max(0, Math.min(1, (time - series.time(before)) / gap));
        double[] values = new double[trace.metrics().size()];
        for (int i = 0; i < values.length; i++) {
            double value = (1 - share) * series.value(before, i) + share * series.value(after, i);
            // Rounding may carry a line between two hundreds above a hundred.
            values[i] = Math.min(100, value);
        }
        return values;
    }
}
