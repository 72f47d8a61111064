package io.fairlead.simulator;

import java.time.Duration;
import java.util.List;

/**
 * A trace as it was sampled: the samples of a round are averaged metric by metric, and a round without a sample is
 * missing. A node is alive from the round of its first row to that of its last; a hole is missing data.
 */
final class SampledRounds extends TraceRounds {

    /** The next sample of each node. */
    private final int[] next;

    SampledRounds(Trace trace, Duration interval) throws TraceException {
        super(trace, interval);
        this.next = new int[trace.series().size()];
    }

    @Override
    void fill(long round, List<Slot> slots) {
        for (int i = 0; i < next.length; i++) {
            Trace.Series series = trace.series().get(i);
            Slot slot = slots.get(i);
            slot.alive = roundOf(series.time(0)) <= round && round <= roundOf(series.time(series.size() - 1));
            slot.sample = null;
            int from = next[i];
            while (next[i] < series.size() && roundOf(series.time(next[i])) <= round) {
                next[i]++;
            }
            if (next[i] > from) {
                slot.sample = metrics(mean(series, from, next[i]));
            }
        }
    }

    private double[] mean(Trace.Series series, int from, int until) {
        double[] mean = new double[trace.metrics().size()];
        for (int metric = 0; metric < mean.length; metric++) {
            double sum = 0;
            int known = 0;
            for (int sample = from; sample < until; sample++) {
                double value = series.value(sample, metric);
                if (!Double.isNaN(value)) {
                    sum += value;
                    known++;
                }
            }
            // 0/0 is NaN: a metric that no sample has is unknown.
            mean[metric] = sum / known;
        }
        return mean;
    }
}
