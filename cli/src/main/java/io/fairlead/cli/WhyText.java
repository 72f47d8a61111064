package io.fairlead.cli;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.Explanation;
import java.util.ArrayList;
import java.util.List;

/** The reasons of one decision as text. */
final class WhyText {

    private final Style style;

    WhyText(Style style) {
        this.style = style;
    }

    List<String> lines(DecisionShown decision) {
        Explanation explanation = new Explanation(decision);
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(explanation.sentence()));
        lines.add(style.quiet("round " + decision.round() + (decision.at().isEmpty() ? "" : ", " + decision.at())));
        section(lines, "In the way of a change:", explanation.inTheWay());
        List<String> barred = new ArrayList<>();
        explanation.barred().forEach((node, why) -> barred.add(node + ": " + why));
        section(lines, "May not be chosen by load (a failover takes any that is alive):", barred);
        section(lines, "Alarms:", decision.alarms());
        if (!decision.checks().isEmpty()) {
            lines.add("");
            lines.add("Checked, in this order:");
            explanation.checked().forEach(asked -> lines.add("  " + mark(asked.passed()) + "  " + asked.words()));
        }
        return lines;
    }

    private String mark(boolean passed) {
        return passed ? style.good("ok ") : style.bad("no ");
    }

    private static void section(List<String> lines, String heading, List<String> items) {
        if (items.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(heading);
        items.forEach(item -> lines.add("  " + item));
    }
}
