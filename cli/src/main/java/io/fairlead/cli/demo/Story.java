package io.fairlead.cli.demo;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.Explanation;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.NodeShown;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import io.fairlead.primary.PrimaryQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What happens in the demonstration, told from what the manager shows round by round, and when the overload begins.
 *
 * <p>Knows no clock, no process and no connection: shown the same, it tells the same.
 */
final class Story {
    /** The metrics that have a weight in the demo's group; a reader can make nothing of the others here. */
    private static final Set<String> COUNTED =
            LoadFormula.withBottleneck().weights().keySet();

    /** Rounds for which the job goes on after the role has moved. */
    private static final long JOB_ROUNDS = 40;

    private static final long OBSERVING_EVERY = 10;
    private static final long OVERLOADED_EVERY = 3;
    private static final long AFTERWARDS_EVERY = 15;

    /** Where the story is. */
    enum Phase {
        BEGINNING,
        OBSERVING,
        OVERLOADED,
        MOVED,
        JOB_ENDED
    }

    private final String bystander;
    private final List<DecisionShown> changes = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private Phase phase = Phase.BEGINNING;
    private boolean bystanderTold;
    private String jobOn = "";
    private long jobBegan;
    private long toldAt;
    private double before = Double.NaN;
    private double during = Double.NaN;
    private double after = Double.NaN;

    /** A story in which one node, the machine that it is told on, only watches. */
    Story(String bystander) {
        this.bystander = bystander;
    }

    /** The lines to print after one more look at the group. */
    List<String> next(GroupShown group) {
        lines.clear();
        DecisionShown change = group.change();
        if (change != null && changes.stream().noneMatch(known -> known.round() == change.round())) {
            changes.add(change);
            tellChange(change);
        }
        remember(group);
        switch (phase) {
            case BEGINNING -> begin(group);
            case OBSERVING -> observe(group);
            case OVERLOADED -> watch(group);
            case MOVED, JOB_ENDED -> goOn(group);
        }
        return List.copyOf(lines);
    }

    /** The node that the job runs on, or an empty text while it runs nowhere. */
    String jobOn() {
        return phase == Phase.OVERLOADED || phase == Phase.MOVED ? jobOn : "";
    }

    Ending ending(GroupShown last) {
        return new Ending(changes, jobOn, jobBegan, new Ending.Loads(before, during, after), last.newest());
    }

    private void begin(GroupShown group) {
        if (group.primary().isEmpty()) {
            return;
        }
        lines.add(
                "Now everything is measured and averaged, and for " + Cast.WINDOW + " rounds nobody is chosen by load:"
                        + " machines are often busy with themselves right after a start.");
        phase = Phase.OBSERVING;
        toldAt = group.round();
    }

    private void observe(GroupShown group) {
        tellBystander(group);
        DecisionShown newest = group.newest();
        if (newest == null) {
            return;
        }
        Map<String, String> barred = new Explanation(newest).barred();
        barred.remove(bystander);
        boolean measuring =
                newest.checks().stream().anyMatch(c -> c.asks(PrimaryQuestion.ROLE_MEASURED) && !c.passed());
        boolean compared = newest.comparison().isKnown();
        if (barred.isEmpty() && compared && !measuring && !group.primary().isEmpty()) {
            startJob(group);
        } else if (isDue(group, OBSERVING_EVERY)) {
            barred.remove(group.primary());
            String waiting = barred.entrySet().stream()
                    .findFirst()
                    .map(node -> node.getKey() + " may not be chosen yet: " + node.getValue())
                    .orElse(newest.words());
            lines.add("Loads: " + loads(group) + ". " + waiting + ".");
        }
    }

    /** What this machine measures for real, told once, as soon as there is a whole reading. */
    private void tellBystander(GroupShown group) {
        NodeShown node = group.node(bystander).orElse(null);
        if (bystanderTold || node == null || !node.metrics().containsKey(Metrics.CPU)) {
            return;
        }
        bystanderTold = true;
        List<String> measured = new ArrayList<>();
        node.metrics().forEach((metric, percent) -> {
            if (COUNTED.contains(metric)) {
                measured.add(metric + " " + Figures.points(percent) + " %");
            }
        });
        List<String> unknown = new ArrayList<>();
        node.unknown().forEach((metric, why) -> {
            if (COUNTED.contains(metric)) {
                unknown.add(metric + " (" + why + ")");
            }
        });
        lines.add(bystander + " measures: " + String.join(", ", measured)
                + (unknown.isEmpty() ? "." : "; not measured: " + String.join(", ", unknown) + "."));
    }

    private void startJob(GroupShown group) {
        lines.add("Observation and warm-up are over: from now on load decides. Loads: " + loads(group) + ".");
        jobOn = group.primary();
        jobBegan = group.round();
        before = load(group, jobOn);
        lines.add(
                "A backup job starts on " + jobOn + ", the primary. It stays on that machine wherever the role goes.");
        toldAt = group.round();
        phase = Phase.OVERLOADED;
    }

    private void watch(GroupShown group) {
        if (changes.stream().anyMatch(this::isAnswer)) {
            phase = Phase.MOVED;
            toldAt = group.round();
            return;
        }
        DecisionShown newest = group.newest();
        if (newest == null || !isDue(group, OVERLOADED_EVERY)) {
            return;
        }
        Comparison numbers = newest.comparison();
        lines.add(numbers.isKnown() ? comparison(group, numbers) : newest.words() + ".");
    }

    private static String comparison(GroupShown group, Comparison numbers) {
        String primary = group.primary();
        return primary + " now " + Figures.points(load(group, primary)) + ", average "
                + Figures.points(average(group, primary)) + "; " + numbers.candidate() + " would have "
                + Figures.points(group.node(numbers.candidate())
                        .map(NodeShown::projected)
                        .orElse(Double.NaN))
                + " as primary, " + Figures.points(Math.abs(numbers.advantage()))
                + (numbers.advantage() < 0 ? " more" : " less") + ". The role moves when that is more than "
                + Figures.points(numbers.hysteresis()) + " in "
                + Figures.count(numbers.confirmations(), "round") + " in a row"
                + (numbers.streak() > 0 ? ", so far in " + numbers.streak() : "") + ".";
    }

    private void goOn(GroupShown group) {
        if (phase == Phase.MOVED
                && group.round() - changes.get(changes.size() - 1).round() >= JOB_ROUNDS) {
            phase = Phase.JOB_ENDED;
            lines.add("The backup on " + jobOn + " has ended, " + jobOn + " is idle again. Watch the role stay.");
            toldAt = group.round();
        } else if (group.newest() != null && isDue(group, AFTERWARDS_EVERY)) {
            lines.add(group.newest().words() + ". Loads: " + loads(group) + ".");
        }
    }

    private void tellChange(DecisionShown change) {
        lines.add((change.from().isEmpty() ? "" : "THE PRIMARY MOVES. ") + change.words() + ".");
        if (change.from().isEmpty()) {
            return;
        }
        lines.add("What was checked for " + change.to() + " and the group:");
        new Explanation(change)
                .checkedOf(change.to())
                .forEach(asked -> lines.add((asked.passed() ? "    ok  " : "    no  ") + asked.words()));
    }

    private void remember(GroupShown group) {
        double load = load(group, group.primary());
        if (phase == Phase.OVERLOADED && group.primary().equals(jobOn) && !(load <= during)) {
            during = load;
        }
        if (phase == Phase.MOVED || phase == Phase.JOB_ENDED) {
            after = load;
        }
    }

    private boolean isAnswer(DecisionShown change) {
        return change.from().equals(jobOn) && change.round() > jobBegan;
    }

    private boolean isDue(GroupShown group, long every) {
        if (group.round() - toldAt < every) {
            return false;
        }
        toldAt = group.round();
        return true;
    }

    private String loads(GroupShown group) {
        List<String> loads = new ArrayList<>();
        for (NodeShown node : group.nodes()) {
            if (!node.node().equals(bystander)) {
                loads.add(node.node() + " " + Figures.points(node.average())
                        + (node.node().equals(group.primary()) ? " (primary)" : ""));
            }
        }
        return String.join(", ", loads);
    }

    private static double load(GroupShown group, String node) {
        return group.node(node).map(NodeShown::load).orElse(Double.NaN);
    }

    private static double average(GroupShown group, String node) {
        return group.node(node).map(NodeShown::average).orElse(Double.NaN);
    }
}
