package io.fairlead.cli.demo;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.Explanation;
import io.fairlead.cli.rest.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** What had not happened yet, in one sentence; empty where everything had. */
    Optional<String> unfinished() {
        if (jobOn.isEmpty()) {
            return Optional.of("the overload never began: " + (newest == null ? "no round was seen" : newest.words()));
        }
        return switches().isEmpty()
                ? Optional.of("the primary did not move: " + (newest == null ? "no round was seen" : inTheWay(newest)))
                : Optional.empty();
    }

    /** What happened and should not have, each in one sentence. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        List<DecisionShown> switches = switches();
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

    /**
     * The summary, line by line.
     *
     * @param stopped whether someone stopped it, so that it need not have come to its end
     */
    List<String> summary(boolean stopped) {
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
        unfinished().ifPresent(rest -> lines.add((stopped ? "  stopped before it was over: " : "  WRONG: ") + rest));
        if (faults.isEmpty() && unfinished().isEmpty()) {
            lines.add("  exactly one switch, and it was called for");
        }
        return lines;
    }

    private static String inTheWay(DecisionShown decision) {
        List<String> hindrances = new Explanation(decision).inTheWay();
        return decision.words() + (hindrances.isEmpty() ? "" : " (" + String.join("; ", hindrances) + ")");
    }
}
