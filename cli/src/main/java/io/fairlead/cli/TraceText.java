package io.fairlead.cli;

import io.fairlead.cli.rest.RoundShown;
import io.fairlead.load.Metrics;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A trace in the making. Which metrics there are is known at the end only, and a history may be larger than the memory,
 * so the rows wait in a temporary file.
 */
final class TraceText implements AutoCloseable {

    private static final List<String> USUAL = List.of(Metrics.CPU, Metrics.MEMORY, Metrics.DISK, Metrics.NETWORK);
    private static final List<String> DECIDED = List.of("k", "hysteresis", "streak", "primary");

    private final Path waiting;
    private final BufferedWriter rowsSoFar;
    private final List<String> further = new ArrayList<>();
    private final Set<String> nodes = new TreeSet<>();
    private double interval = Double.NaN;
    private double first = Double.NaN;
    private long rows;
    private long rounds;

    TraceText() throws IOException {
        waiting = Files.createTempFile("fairlead-record-", ".csv");
        rowsSoFar = Files.newBufferedWriter(waiting, StandardCharsets.UTF_8);
    }

    /**
     * Lays what is added from now on on rounds of some length: a round comes some milliseconds early or late, and rounds of
     * 4.999 s would drift away from the samples.
     */
    void lay(double seconds) {
        interval = seconds;
    }

    void add(RoundShown round) throws IOException {
        // What is decided between two rounds rests on no samples of its own; its primary is that of the next round.
        if (round.between() || round.nodes().isEmpty()) {
            return;
        }
        rounds++;
        first = Double.isNaN(first) ? round.atSeconds() : first;
        for (RoundShown.Measured node : round.nodes()) {
            rows++;
            nodes.add(node.node());
            rowsSoFar.write(row(round, node));
            rowsSoFar.write('\n');
        }
    }

    private String row(RoundShown round, RoundShown.Measured node) {
        List<String> cells = new ArrayList<>();
        cells.add(number(time(round.atSeconds())));
        cells.add(node.node());
        Map<String, Double> metrics = node.metrics();
        for (String metric : USUAL) {
            cells.add(number(metrics.getOrDefault(metric, Double.NaN)));
        }
        cells.add(Long.toString(round.comparison().k()));
        cells.add(number(round.comparison().hysteresis()));
        cells.add(Long.toString(round.comparison().streak()));
        cells.add(round.primary());
        for (String metric : metrics.keySet()) {
            if (!USUAL.contains(metric) && !further.contains(metric)) {
                further.add(metric);
            }
        }
        for (String metric : further) {
            cells.add(number(metrics.getOrDefault(metric, Double.NaN)));
        }
        return String.join(",", cells);
    }

    private double time(double at) {
        boolean laid = Double.isFinite(interval) && interval > 0;
        return laid ? first + Math.round((at - first) / interval) * interval : at;
    }

    /** A number as it is, or nothing where it is not known. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    long rows() {
        return rows;
    }

    long rounds() {
        return rounds;
    }

    int nodes() {
        return nodes.size();
    }

    /** Writes the whole trace; nothing can be added afterwards. */
    void writeTo(Writer out) throws IOException {
        rowsSoFar.close();
        List<String> header = new ArrayList<>(List.of("time", "node"));
        header.addAll(USUAL);
        header.addAll(DECIDED);
        header.addAll(further);
        out.write(String.join(",", header));
        out.write('\n');
        try (BufferedReader in = Files.newBufferedReader(waiting, StandardCharsets.UTF_8)) {
            for (String row = in.readLine(); row != null; row = in.readLine()) {
                out.write(row);
                // Rows from before a metric was first seen lack its cell.
                long cells = row.chars().filter(c -> c == ',').count() + 1;
                out.write(",".repeat((int) (header.size() - cells)));
                out.write('\n');
            }
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        rowsSoFar.close();
        Files.deleteIfExists(waiting);
    }
}
