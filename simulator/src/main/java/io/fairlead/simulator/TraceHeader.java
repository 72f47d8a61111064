package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The columns of a trace: where time and node are, and which metric each other column holds. */
final class TraceHeader {

    private static final String TIME = "time";
    private static final String NODE = "node";
    private static final String PRIMARY = "primary";

    /** What a recording of a group has beside its metrics; a replay decides these anew. */
    private static final Set<String> DECIDED = new TreeSet<>(List.of("k", "hysteresis", PRIMARY, "streak"));

    /** What every recording may have; without a weight it does not count, and is no error. */
    private static final Set<String> USUAL =
            new TreeSet<>(List.of(Metrics.CPU, Metrics.MEMORY, Metrics.DISK, Metrics.NETWORK));

    final List<String> columns;
    final int time;
    final int node;

    /** Where the primary of the recording is, or -1 if the trace does not say. */
    final int primary;

    /** The metrics, in the order of their columns. */
    final List<String> metrics;

    /** The column of each metric. */
    final int[] metricColumns;

    private TraceHeader(List<String> columns, List<String> metrics) {
        this.columns = columns;
        this.time = columns.indexOf(TIME);
        this.node = columns.indexOf(NODE);
        this.primary = columns.indexOf(PRIMARY);
        this.metrics = metrics;
        this.metricColumns = metrics.stream().mapToInt(columns::indexOf).toArray();
    }

    /**
     * Reads the first line of a trace.
     *
     * @param cells its cells
     * @param known the metrics that have a weight
     * @param where the file and the line, for errors
     */
    static TraceHeader of(List<String> cells, Set<String> known, String where) throws TraceException {
        SortedSet<String> seen = new TreeSet<>();
        List<String> metrics = new ArrayList<>();
        // A program wrote it, so a column that has no weight here is a metric and no slip of the pen.
        boolean recording = cells.containsAll(DECIDED);
        for (int i = 0; i < cells.size(); i++) {
            String column = cells.get(i);
            String place = where + ", column " + (i + 1);
            if (!seen.add(column)) {
                throw new TraceException(place + ": \"" + column + "\" is there twice; use every column once");
            }
            // CPU also tells that a node was measured at all.
            if (known.contains(column) || column.equals(Metrics.CPU)) {
                metrics.add(column);
            } else if (!isWithoutWeight(column) && !(recording && isMetric(column))) {
                throw new TraceException(place + ": unknown column " + Shown.quoted(column)
                        + "; use time, node or a metric that has a weight: " + String.join(", ", known));
            }
        }
        requireColumns(seen, known, where);
        return new TraceHeader(cells, metrics);
    }

    private static boolean isMetric(String column) {
        try {
            Metrics.checkName(column);
            return true;
        } catch (IllegalArgumentException otherwise) {
            return false;
        }
    }

    private static boolean isWithoutWeight(String column) {
        return column.equals(TIME) || column.equals(NODE) || DECIDED.contains(column) || USUAL.contains(column);
    }

    /** Time, node and what makes a sample a sample: cpu where it has a weight, else any metric that has one. */
    private static void requireColumns(Set<String> seen, Set<String> known, String where) throws TraceException {
        List<String> needed = new ArrayList<>(List.of(TIME, NODE));
        if (known.contains(Metrics.CPU)) {
            needed.add(Metrics.CPU);
        }
        for (String column : needed) {
            if (!seen.contains(column)) {
                throw new TraceException(where + ": no column \"" + column
                        + "\"; the first line has to be like time,node,cpu,memory,disk,network");
            }
        }
        if (known.stream().noneMatch(seen::contains)) {
            throw new TraceException(
                    where + ": no column of a metric that has a weight; give some of " + String.join(", ", known));
        }
    }
}
