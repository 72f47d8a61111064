package io.fairlead.cli.rest;

import java.util.List;

/**
 * One decision of a group as its manager remembers it.
 *
 * @param round the round it was made in, or after
 * @param at when it was made, as the manager writes it; empty if it does not say
 * @param kind what happened to the role: {@code keep}, {@code switch}, {@code would_switch} or {@code no_primary}
 * @param reason why, as a constant's name
 * @param cause what moved the role, or an empty text
 * @param from the primary before, or an empty text
 * @param to the primary after, or an empty text
 * @param words the decision in one sentence
 * @param comparison the numbers that were compared
 * @param checks every condition that was tested, in the order of testing
 * @param alarms what a person should know, in words
 */
public record DecisionShown(
        long round,
        String at,
        String kind,
        String reason,
        String cause,
        String from,
        String to,
        String words,
        Comparison comparison,
        List<CheckShown> checks,
        List<String> alarms) {

    /**
     * The numbers of a comparison.
     *
     * @param candidate the least loaded eligible standby, or an empty text
     * @param advantage by how many points it is less loaded than the primary; NaN if not compared
     * @param hysteresis how many points are required; NaN if not compared
     * @param k the group size
     * @param streak rounds that the advantage has held
     * @param confirmations rounds that it has to hold
     */
    public record Comparison(
            String candidate, double advantage, double hysteresis, long k, long streak, long confirmations) {

        static Comparison of(Document json) {
            return new Comparison(
                    json.text("candidate", ""),
                    json.numberOrUnknown("advantage"),
                    json.numberOrUnknown("hysteresis"),
                    json.integer("k").orElse(0),
                    json.integer("streak").orElse(0),
                    json.integer("confirmations").orElse(0));
        }

        /** Whether there were two loads to compare. */
        public boolean isKnown() {
            return !Double.isNaN(advantage) && !Double.isNaN(hysteresis);
        }
    }

    /** Reads a decision as the manager writes it. */
    public static DecisionShown of(Document json) {
        return new DecisionShown(
                json.integer("round").orElse(0),
                json.text("time", ""),
                json.text("kind", "?"),
                json.text("reason", "?"),
                json.text("cause", ""),
                json.text("from", ""),
                json.text("to", ""),
                json.text("words", "?"),
                Comparison.of(json),
                json.objects("checks").stream().map(CheckShown::of).toList(),
                json.objects("alarms").stream().map(DecisionShown::alarm).toList());
    }

    /** Whether the role moved. */
    public boolean isSwitch() {
        return kind.equals("switch");
    }

    private static String alarm(Document json) {
        String node = json.text("node", "");
        return (node.isEmpty() ? "" : node + ": ") + json.text("words", json.text("kind", "?"));
    }
}
