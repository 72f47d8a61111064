package io.fairlead.cli.demo;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.Explanation;
import io.fairlead.cli.rest.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the demonstration ended.
 *
 * @param changes every change of primary, the first one included
 * @param jobOn the node that the overload was started on, or an empty text if it was not
 * @param jobBegan the round after which the overload was started
 * @param loads the primary's load in points
 * @param newest the newest decision, or null if there was none
 */
record Ending(
        List<DecisionShown> changes,
        String jobOn,
        long jobBegan,
        Loads loads,
        @Nullable DecisionShown newest) {

    Ending {
        changes = List.copyOf(changes);
    }

    /** The primary's load right before the overload, at its worst in it, and at the end. */
    record Loads(double before, double during, double after) {}

    /** Changes of a primary that there was: the first primary of all is no switch. */
    List<DecisionShown> switches() {
        return changes.stream().filter(change -> !change.from().isEmpty()).toList();
    }

    /** What is not as it should be, each in one sentence; empty where everything is. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        List<DecisionShown> switches = switches();
        if (jobOn.isEmpty()) {
            faults.add("the overload never began: " + (newest == null ? "no round was seen" : newest.words()));
        } else if (switches.isEmpty()) {
            faults.add("the primary did not move: " + (newest == null ? "no round was seen" : inTheWay(newest)));
        }
        if (switches.size() > 1) {
            faults.add("the primary moved " + switches.size() + " times, once would have been right");
        }
        for (DecisionShown change : switches) {
            boolean justified =
                    change.cause().equals("PREFERENCE") && change.from().equals(jobOn) && change.round() > jobBegan;
            if (!justified) {
                faults.add("round " + change.round() + " was not called for: " + change.words());
            }
        }
        return faults;
    }

    /** The summary, line by line. */
    List<String> summary() {
        List<String> lines = new ArrayList<>();
        lines.add("Summary");
        lines.add("  switches: " + switches().size());
        for (DecisionShown change : switches()) {
            lines.add("  round " + change.round() + ": " + change.words());
            Comparison numbers = change.comparison();
            if (numbers.isKnown()) {
                lines.add("  the numbers: " + numbers.candidate() + " was less loaded by "
                        + Figures.points(numbers.advantage()) + " points, more than "
                        + Figures.points(numbers.hysteresis()) + " were needed at k=" + numbers.k() + ", for "
                        + Figures.count(numbers.streak(), "round") + " of " + numbers.confirmations() + "; "
                        + Figures.count(change.round() - jobBegan, "round") + " after the overload began");
            }
        }
        lines.add("  the primary's load in points: " + Figures.points(loads.before) + " before the overload, "
                + Figures.points(loads.during) + " in it, " + Figures.points(loads.after) + " at the end");
        List<String> faults = faults();
        faults.forEach(fault -> lines.add("  WRONG: " + fault));
        if (faults.isEmpty()) {
            lines.add("  exactly one switch, and it was called for");
        }
        return lines;
    }

    private static String inTheWay(DecisionShown decision) {
        List<String> hindrances = new Explanation(decision).inTheWay();
        return decision.words() + (hindrances.isEmpty() ? "" : " (" + String.join("; ", hindrances) + ")");
    }
}
