package io.fairlead.cli.rest;

import java.util.List;
import java.util.Map;

/**
 * One past round of a group, as its manager recorded it.
 *
 * @param round the round
 * @param between whether it was decided between that round and the next, without samples
 * @param at when it was, as the manager writes it
 * @param atSeconds when it was, on the group's own time line
 * @param primary the primary from then on, or an empty text
 * @param kind what happened to the role: {@code keep}, {@code switch}, {@code would_switch} or {@code no_primary}
 * @param words the decision in one sentence
 * @param comparison the numbers that were compared
 * @param nodes the nodes that delivered a sample
 */
public record RoundShown(
        long round,
        boolean between,
        String at,
        double atSeconds,
        String primary,
        String kind,
        String words,
        DecisionShown.Comparison comparison,
        List<Measured> nodes) {

    /**
     * What one node measured.
     *
     * @param node the node's id
     * @param metrics percent by metric, known ones only
     */
    public record Measured(String node, Map<String, Double> metrics) {}

    /** Reads the rounds of a page. */
    public static List<RoundShown> all(Document page) {
        return page.objects("rounds").stream().map(RoundShown::of).toList();
    }

    private static RoundShown of(Document json) {
        return new RoundShown(
                json.integer("round").orElse(0),
                json.isTrue("between_rounds"),
                json.text("time", ""),
                json.numberOrUnknown("at_s"),
                json.text("primary", ""),
                json.text("kind", "?"),
                json.text("words", "?"),
                DecisionShown.Comparison.of(json),
                json.objects("nodes").stream()
                        .filter(node -> node.has("metrics"))
                        .map(node -> new Measured(
                                node.text("node", "?"),
                                node.object("metrics")
                                        .orElseGet(Document::empty)
                                        .numbers()))
                        .toList());
    }
}
