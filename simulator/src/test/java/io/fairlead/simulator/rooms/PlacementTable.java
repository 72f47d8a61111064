package io.fairlead.simulator.rooms;

import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the tables of {@code docs/evidence-placement.md}; run as it says there. */
final class PlacementTable {

    private static final int SEEDS = Integer.getInteger("seeds", 8);
    private static final PlacementSettings EXACT = PlacementSettings.safetyMargin();
    private static final PlacementSettings AHEAD = PlacementSettings.standard();

    /** Those in which at least one term shows. */
    private static final List<RoomScenario> TELLING = List.of(
            RoomScenario.STEADY_MIXED,
            RoomScenario.MANY_SIZES,
            RoomScenario.COLD_JOIN_BRIEF,
            RoomScenario.BLIND_SENSOR,
            RoomScenario.STORE_AWAY,
            RoomScenario.FULL);

    private PlacementTable() {}

    /** Without an argument all scenarios, else those named; with {@code terms} what each term is for. */
    public static void main(String[] arguments) {
        List<String> wanted = List.of(arguments);
        if (wanted.contains("terms")) {
            terms();
            return;
        }
        line("| # | scenario | figure | `safety-margin` | `fairlead` |\n|---|---|---|---|---|");
        for (RoomScenario scenario : RoomScenario.values()) {
            if (wanted.isEmpty() || wanted.contains(scenario.id())) {
                rows(scenario, scenario.title(), EXACT, AHEAD);
            }
        }
        for (RoomScenario scenario : List.of(RoomScenario.NEARLY_FULL, RoomScenario.FULL)) {
            if (wanted.isEmpty() || wanted.contains(scenario.id())) {
                String title = scenario.title() + ", admission";
                rows(scenario, title, EXACT.withAdmission(true), AHEAD.withAdmission(true));
            }
        }
    }

    private static void rows(RoomScenario scenario, String title, PlacementSettings exact, PlacementSettings ahead) {
        List<RoomOutcome> left = Figures.play(scenario.world(), exact, SEEDS);
        List<RoomOutcome> right = Figures.play(scenario.world(), ahead, SEEDS);
        for (RoomFigure figure : scenario.figures()) {
            line(String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %s | %s |",
                    scenario.number(),
                    title,
                    figure.name(),
                    show(left, figure),
                    show(right, figure)));
        }
    }

    private static void terms() {
        StringBuilder head = new StringBuilder("| # | figure | all terms |");
        StringBuilder rule = new StringBuilder("|---|---|---|");
        for (Term term : Term.values()) {
            head.append(" without ").append(term).append(" |");
            rule.append("---|");
        }
        line(head + "\n" + rule);
        PlacementTerms all = PlacementTerms.standard();
        for (RoomScenario scenario : TELLING) {
            List<List<RoomOutcome>> columns = new ArrayList<>();
            columns.add(Figures.play(scenario.world(), AHEAD, SEEDS));
            for (Term term : Term.values()) {
                columns.add(Figures.play(scenario.world(), AHEAD.with(all.without(term)), SEEDS));
            }
            for (RoomFigure figure : scenario.figures()) {
                StringBuilder row = new StringBuilder(
                        "| " + scenario.number() + " | " + scenario.id() + ": " + figure.name() + " |");
                columns.forEach(
                        column -> row.append(' ').append(show(column, figure)).append(" |"));
                line(row.toString());
            }
        }
    }

    private static String show(List<RoomOutcome> outcomes, RoomFigure figure) {
        double mean = figure.over(outcomes);
        return String.format(Locale.ROOT, mean >= 1000 ? "%.0f" : mean >= 10 ? "%.1f" : "%.2f", mean);
    }

    private static void line(String text) {
        System.out.println(text);
    }
}
