package io.fairlead.cli;

import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.check.CheckReport;
import io.fairlead.agent.check.Finding;
import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import io.fairlead.cli.rest.Figures;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import io.fairlead.config.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What an agent would find on this machine, as text: the values, where they come from, and everything else. */
final class AgentCheckText {

    private static final int MOST_NAMED = 12;

    private final Style style;

    AgentCheckText(Style style) {
        this.style = style;
    }

    List<String> lines(AgentConfig config, CheckReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong("node " + config.node() + " of group " + config.group()));
        lines.add("");
        lines.addAll(values(report));
        lines.add("");
        lines.addAll(origins(report.readings()));
        lines.add("");
        lines.addAll(findings(report.findings()));
        return lines;
    }

    private List<String> values(CheckReport report) {
        Table table = new Table(Column.left("METRIC"), Column.right("POINTS"), Column.left("OF"));
        report.readings().byMetric().forEach((metric, reading) -> {
            if (reading instanceof Reading.Known known) {
                table.add(
                        Cell.of(metric),
                        Cell.of(Figures.points(known.value())),
                        cell(report.readings().origin(metric).of()));
            } else if (reading instanceof Reading.Unknown why) {
                table.add(Cell.of(metric), new Cell("unknown", style::doubtful), cell(why.reason()));
            }
        });
        boolean known = report.load().isPresent();
        table.add(
                new Cell("load", style::strong),
                known
                        ? new Cell(Figures.points(report.load().getAsDouble()), style::strong)
                        : new Cell("unknown", style::bad),
                Cell.of(known ? "cpu, memory, disk and network in the usual weights" : "cpu is not known"));
        return table.lines();
    }

    private List<String> origins(MachineReading readings) {
        Table table = new Table(Column.left("METRIC"), Column.left(""), Column.left("WHERE"));
        readings.byMetric().keySet().forEach(metric -> {
            Origin origin = readings.origin(metric);
            String name = metric;
            if (!origin.files().isEmpty()) {
                table.add(Cell.of(name), Cell.of("read from"), cell(String.join(", ", origin.files())));
                name = "";
            }
            for (String limit : origin.limits()) {
                table.add(Cell.of(name), Cell.of("limit"), cell(limit));
                name = "";
            }
            for (String words : leftOut(origin)) {
                table.add(Cell.of(name), Cell.of("left out"), cell(words));
                name = "";
            }
        });
        return table.lines();
    }

    /** Devices that are left out for the same reason stand together. */
    private static List<String> leftOut(Origin origin) {
        SortedMap<String, List<String>> byReason = new TreeMap<>();
        origin.leftOut()
                .forEach((device, why) ->
                        byReason.computeIfAbsent(why, w -> new ArrayList<>()).add(device));
        List<String> lines = new ArrayList<>();
        byReason.forEach((why, devices) -> lines.add(why + ": "
                + String.join(", ", devices.subList(0, Math.min(MOST_NAMED, devices.size())))
                + (devices.size() > MOST_NAMED ? " and " + (devices.size() - MOST_NAMED) + " more" : "")));
        return lines;
    }

    private List<String> findings(List<Finding> findings) {
        Table table = new Table(Column.left("ALSO"), Column.left(""), Column.left("FOUND"));
        for (Finding finding : findings) {
            table.add(
                    cell(finding.about()),
                    new Cell(word(finding.weight()), colour(finding.weight())),
                    cell(finding.words()));
        }
        return table.lines();
    }

    /** What was found in files of others, without what a terminal would obey. */
    private static Cell cell(String found) {
        return Cell.of(Printable.of(found));
    }

    private static String word(Finding.Weight weight) {
        return switch (weight) {
            case FINE -> "ok";
            case DOUBTFUL -> "look";
            case BLOCKS -> "NO";
        };
    }

    private UnaryOperator<String> colour(Finding.Weight weight) {
        return switch (weight) {
            case FINE -> style::good;
            case DOUBTFUL -> style::doubtful;
            case BLOCKS -> style::bad;
        };
    }
}
