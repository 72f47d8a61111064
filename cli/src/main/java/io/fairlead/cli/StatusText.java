package io.fairlead.cli;

import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.Explanation;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.GroupRow;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.HandoverShown;
import io.fairlead.cli.rest.NodeShown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The state of groups as text. */
final class StatusText {

    private final Style style;

    StatusText(Style style) {
        this.style = style;
    }

    /** One row per group. */
    List<String> groups(List<GroupRow> groups) {
        if (groups.isEmpty()) {
            return List.of("No group yet: one comes into being when its first node reports"
                    + " (fairlead agent --group NAME).");
        }
        Table table =
                new Table(Column.left("GROUP"), Column.left("PRIMARY"), Column.left("ALIVE"), Column.right("ROUND"));
        for (GroupRow group : groups) {
            table.add(
                    Cell.of(group.group()),
                    group.primary().isEmpty() ? new Cell("none", style::bad) : new Cell(group.primary(), style::strong),
                    Cell.of(group.alive() + " of " + Figures.count(group.nodes(), "node")),
                    Cell.of(Long.toString(group.round())));
        }
        return table.lines();
    }

    /** One group with all of its nodes. */
    List<String> group(GroupShown group) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(group.group()) + ": " + primary(group)
                + (group.token() > 0 ? " (token " + group.token() + ")" : ""));
        lines.add("profile " + group.profile() + ", round " + group.round() + " of "
                + Figures.plain(group.intervalSeconds()) + " s each, " + roleLoad(group));
        if (group.handover().isUnderWay()) {
            lines.add(change(group.handover()));
        }
        DecisionShown newest = group.newest();
        if (newest != null) {
            lines.add(comparison(newest.comparison()));
            lines.add("last decision, round " + newest.round() + ": " + WithoutPrimary.decision(group, newest));
        }
        DecisionShown change = group.change();
        if (change != null && (newest == null || change.round() != newest.round())) {
            lines.add("last change, round " + change.round() + ": " + change.words());
        }
        lines.add("");
        lines.addAll(nodes(group));
        List<String> remarks = remarks(group);
        if (!remarks.isEmpty()) {
            lines.add("");
            lines.addAll(remarks);
        }
        return lines;
    }

    private String primary(GroupShown group) {
        String primary = group.primary();
        if (primary.isEmpty()) {
            return style.bad(WithoutPrimary.words(group));
        }
        if (group.node(primary).filter(NodeShown::isRememberedAsPrimary).isPresent()) {
            return primary + style.doubtful(" is primary as the manager remembers it: not heard of since its start");
        }
        if (isStopping(group, primary)) {
            return style.doubtful(primary + " is laying down the role, and "
                    + group.handover().to() + " is next");
        }
        return group.node(primary)
                .filter(NodeShown::isYetToTakeTheRole)
                .map(node -> style.doubtful(primary + " is chosen, but does not hold the role: its last heartbeat says "
                        + node.reportedRole()))
                .orElse(primary + " is primary");
    }

    /** In a change that stops first, the primary says that it is a standby before anybody else is primary. */
    private static boolean isStopping(GroupShown group, String node) {
        HandoverShown change = group.handover();
        return change.isUnderWay()
                && !change.isDrill()
                && change.from().equals(node)
                && group.node(node).filter(NodeShown::isYetToTakeTheRole).isPresent();
    }

    private String change(HandoverShown change) {
        if (change.isDrill()) {
            return "drill of " + change.to() + ": " + change.step() + " for " + Figures.seconds(change.sinceSeconds())
                    + "; nothing changes";
        }
        String from = change.from().isEmpty() ? "" : " from " + change.from();
        return style.doubtful("changing" + from + " to " + change.to() + ": " + change.step() + " for "
                + Figures.seconds(change.sinceSeconds()));
    }

    private static String roleLoad(GroupShown group) {
        double points = group.roleLoad().points();
        String source = group.roleLoad().source();
        if (source.equals("off")) {
            return "role load off";
        }
        double margin = group.roleLoad().margin();
        return source.equals("unknown") || !Double.isFinite(points)
                ? "role load not known yet"
                : "role load " + Figures.points(points) + " points (" + source + ")"
                        + (margin >= 0.05 ? " and " + Figures.points(margin) + " in case that is too low" : "");
    }

    private static String comparison(Comparison numbers) {
        String size = "k=" + numbers.k();
        if (!numbers.isKnown()) {
            return size + ", loads not compared";
        }
        return size + ", candidate " + numbers.candidate() + ", advantage " + Figures.points(numbers.advantage())
                + " points; needed are more than " + Figures.points(numbers.hysteresis()) + " for "
                + Figures.count(numbers.confirmations(), "round") + ", so far held for " + numbers.streak();
    }

    private List<String> nodes(GroupShown group) {
        Table table = new Table(
                Column.left("NODE"),
                Column.left("ROLE"),
                Column.left("LIFE"),
                Column.right("HEARD"),
                Column.right("LOAD"),
                Column.right("AVERAGE"),
                Column.right("AS PRIMARY"),
                Column.left("MAY BE CHOSEN"));
        Map<String, String> barred = group.newest() == null ? Map.of() : new Explanation(group.newest()).barred();
        for (NodeShown node : group.nodes()) {
            boolean primary = node.node().equals(group.primary());
            table.add(
                    Cell.of(node.node()),
                    role(group, node, primary),
                    new Cell(node.life(), colour(node)),
                    Cell.of(Figures.seconds(node.ageSeconds())),
                    Cell.of(Figures.points(node.load())),
                    Cell.of(Figures.points(node.average())),
                    Cell.of(Figures.points(node.projected())),
                    mayBeChosen(group, node, barred.getOrDefault(node.node(), "")));
        }
        return table.lines();
    }

    private Cell role(GroupShown group, NodeShown node, boolean primary) {
        if (primary && node.isYetToTakeTheRole()) {
            return new Cell(isStopping(group, node.node()) ? "stopping" : "chosen", style::doubtful);
        }
        return primary ? new Cell("primary", style::strong) : Cell.of(node.role());
    }

    private UnaryOperator<String> colour(NodeShown node) {
        return switch (node.life()) {
            case "alive" -> style::good;
            case "late" -> style::doubtful;
            default -> style::bad;
        };
    }

    private Cell mayBeChosen(GroupShown group, NodeShown node, String why) {
        if (node.isInMaintenance()) {
            return new Cell("no: in maintenance", style::doubtful);
        }
        if (isStopping(group, node.node())) {
            return new Cell("lays it down", style::quiet);
        }
        if (node.node().equals(group.primary())) {
            return new Cell(node.isYetToTakeTheRole() ? "is chosen" : "has the role", style::quiet);
        }
        // The standing is that of the last round; what is gone since then cannot be chosen, whatever it says.
        if (node.life().equals("gone")) {
            return new Cell("no: said goodbye", style::doubtful);
        }
        if (node.life().equals("dead") && why.isEmpty()) {
            return new Cell("no: silent", style::doubtful);
        }
        if (node.eligible()) {
            return new Cell("yes", style::good);
        }
        String reason = why.isEmpty() && group.handover().isBarred(node.node()) ? "a step failed" : why;
        return new Cell("no" + (reason.isEmpty() ? "" : ": " + reason), style::doubtful);
    }

    /** Which way to a node is to be mended: heartbeats that come in say nothing of the answers. */
    private static String heard(NodeShown node) {
        return node.life().equals("alive")
                ? "is heard: where that lasts, the manager's answers do not reach it; mend their way"
                : "has not been heard for " + Figures.seconds(node.ageSeconds()) + ": mend its way to the manager";
    }

    /** A kernel that lacks something lacks it for several metrics, which is one line. */
    private static Map<String, List<String>> byReason(Map<String, String> unknown) {
        Map<String, List<String>> metrics = new LinkedHashMap<>();
        unknown.forEach((metric, why) ->
                metrics.computeIfAbsent(why, w -> new ArrayList<>()).add(metric));
        return metrics;
    }

    private List<String> remarks(GroupShown group) {
        List<String> remarks = new ArrayList<>();
        group.circumstances().words().forEach(words -> remarks.add(style.doubtful("note: ") + words));
        DecisionShown newest = group.newest();
        if (newest != null) {
            newest.alarms().forEach(alarm -> remarks.add(style.doubtful("alarm: ") + alarm));
        }
        if (!group.heldByFailsafe().isEmpty()) {
            remarks.add(style.bad("held by failsafe: ") + group.heldByFailsafe()
                    + " goes on as primary by the promises of the others, and "
                    + group.node(group.heldByFailsafe()).map(StatusText::heard).orElse("is not known here"));
        }
        group.handover().troubles().forEach(words -> remarks.add(style.bad("handover: ") + words));
        group.handover()
                .barred()
                .forEach(node -> remarks.add(style.doubtful("left out: ") + node + ", after a step failed"));
        for (NodeShown node : group.nodes()) {
            if (!node.conflict().isEmpty()) {
                remarks.add(style.bad("conflict: ") + node.node() + ": " + node.conflict());
            }
            if (node.hasAnotherTime()) {
                double skew = node.clockSkewSeconds();
                remarks.add(style.doubtful("clock: ") + node.node() + ": its clock is "
                        + Figures.seconds(Math.abs(skew)) + (skew > 0 ? " ahead of" : " behind")
                        + " the manager's; no decision depends on it, but times in logs differ");
            }
            if (!node.failedDrill().isEmpty()) {
                remarks.add(style.bad("drill: ") + node.node() + ": " + node.failedDrill());
            }
            if (!node.hookTrouble().isEmpty()) {
                remarks.add(style.bad("trouble: ") + node.node() + ": " + node.hookTrouble());
            }
            byReason(node.unknown())
                    .forEach((why, metrics) -> remarks.add(style.quiet("not measured: ") + node.node() + ": "
                            + String.join(", ", metrics) + ": " + why));
        }
        return remarks;
    }
}
