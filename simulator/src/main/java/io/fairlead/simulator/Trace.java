package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The recorded load of a group: for each node its samples in the order of time. */
public final class Trace {

    /** The samples of one node; times never go back, and there is at least one. */
    static final class Series {
        final NodeId node;
        private double[] times = new double[64];
        private double[][] values;
        private int size;

        private Series(NodeId node, int metrics) {
            this.node = node;
            this.values = new double[64][metrics];
        }

        int size() {
            return size;
        }

        double time(int sample) {
            return times[sample];
        }

        double value(int sample, int metric) {
            return values[sample][metric];
        }

        private void add(TraceReader row, int metrics) {
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            double[] sample = new double[metrics];
            for (int i = 0; i < metrics; i++) {
                sample[i] = row.value(i);
            }
            times[size] = row.time();
            values[size++] = sample;
        }
    }

    /** Who is primary of the recording from a time on, or null for nobody. */
    record Holder(double time, @Nullable NodeId primary) {}

    private final String name;
    private final List<String> metrics;
    private final List<Series> series;
    private final List<Holder> holders;
    private String longestGap = "";

    private Trace(String name, List<String> metrics, List<Series> series, List<Holder> holders) {
        this.name = name;
        this.metrics = metrics;
        this.series = series;
        this.holders = holders;
    }

    /**
     * Reads a whole trace file.
     *
     * @param file the file, CSV in UTF-8
     * @param metrics the metrics that have a weight
     */
    public static Trace read(Path file, Set<String> metrics) throws TraceException {
        try (TraceReader rows = TraceReader.open(file, metrics)) {
            return read(file.getFileName().toString(), rows, Double.POSITIVE_INFINITY);
        }
    }

    /**
     * Reads the rows that are left in a reader.
     *
     * @param name what reports call the trace
     * @param rows where the rows come from
     * @param seconds how much of the trace to read, from its first row on
     */
    static Trace read(String name, TraceReader rows, double seconds) throws TraceException {
        SortedMap<NodeId, Series> series = new TreeMap<>();
        int metrics = rows.metrics().size();
        double first = Double.NaN;
        double before = Double.NaN;
        double longest = -1;
        String longestGap = "";
        List<Holder> holders = new ArrayList<>();
        while (rows.next()) {
            first = Double.isNaN(first) ? rows.time() : first;
            if (rows.time() - first > seconds) {
                break;
            }
            if (rows.time() - before > longest) {
                longest = rows.time() - before;
                longestGap = rows.place() + ": its time " + Shown.number(rows.time(), 3) + " is "
                        + Shown.number(longest, 3) + " s after the row before it, the longest gap of the trace";
            }
            before = rows.time();
            boolean other = holders.isEmpty()
                    || !Objects.equals(holders.get(holders.size() - 1).primary(), rows.primary());
            if (rows.hasPrimary() && other) {
                holders.add(new Holder(rows.time(), rows.primary()));
            }
            series.computeIfAbsent(rows.node(), node -> new Series(node, metrics))
                    .add(rows, metrics);
        }
        if (series.isEmpty()) {
            throw new TraceException(name + " has no rows after its header; nothing can be replayed");
        }
        Trace trace = new Trace(name, rows.metrics(), List.copyOf(series.values()), holders);
        trace.longestGap = longestGap;
        return trace;
    }

    /** Where the longest time between two neighbouring rows is, and how long it is, for errors. */
    String longestGap() {
        return longestGap;
    }

    /** What reports call the trace. */
    public String name() {
        return name;
    }

    /** The nodes, in the order of their ids. */
    public List<NodeId> nodes() {
        return series.stream().map(one -> one.node).toList();
    }

    /** How many rows the trace has. */
    public long samples() {
        return series.stream().mapToLong(Series::size).sum();
    }

    List<String> metrics() {
        return metrics;
    }

    /** Who was primary of the recording, each from its time on; empty if the trace does not say. */
    List<Holder> holders() {
        return holders;
    }

    List<Series> series() {
        return series;
    }

    /** The time of the first row in seconds. */
    public double start() {
        return series.stream().mapToDouble(one -> one.time(0)).min().orElseThrow();
    }

    /** The time of the last row in seconds. */
    public double end() {
        return series.stream()
                .mapToDouble(one -> one.time(one.size() - 1))
                .max()
                .orElseThrow();
    }

    /** The times of all samples in seconds, all nodes together, in ascending order. */
    double[] times() {
        double[] times = new double[(int) samples()];
        int at = 0;
        for (Series one : series) {
            for (int i = 0; i < one.size(); i++) {
                times[at++] = one.time(i);
            }
        }
        Arrays.sort(times);
        return times;
    }

    /** The times between neighbouring samples of the same node, all nodes together, in ascending order. */
    double[] periods() {
        List<double[]> all = new ArrayList<>();
        int count = 0;
        for (Series one : series) {
            double[] periods = new double[one.size() - 1];
            for (int i = 0; i < periods.length; i++) {
                periods[i] = one.time(i + 1) - one.time(i);
            }
            all.add(periods);
            count += periods.length;
        }
        double[] together = new double[count];
        int at = 0;
        for (double[] periods : all) {
            System.arraycopy(periods, 0, together, at, periods.length);
            at += periods.length;
        }
        Arrays.sort(together);
        return together;
    }
}
