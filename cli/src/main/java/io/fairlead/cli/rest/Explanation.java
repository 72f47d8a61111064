package io.fairlead.cli.rest;

import io.fairlead.Question;
import io.fairlead.primary.PrimaryQuestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A decision in words: what was decided, what was checked, and what stands in the way of another one.
 *
 * <p>Everything is read off the checks, since what was tested is what steered the decision.
 */
public final class Explanation {

    private static final String FAILED = " - failed";
    private static final String PASSED = " - passed";

    private final DecisionShown decision;

    /** Explains a decision. */
    public Explanation(DecisionShown decision) {
        this.decision = decision;
    }

    /** The decision in one sentence. */
    public String sentence() {
        return decision.words().endsWith(".") ? decision.words() : decision.words() + ".";
    }

    /** Every check in the order of testing. */
    public List<Asked> checked() {
        return decision.checks().stream().map(Explanation::asked).toList();
    }

    /** The checks without those that concern another node than this one. */
    public List<Asked> checkedOf(String node) {
        return decision.checks().stream()
                .filter(check -> check.node().isEmpty() || check.node().equals(node))
                .map(Explanation::asked)
                .toList();
    }

    /** One check as it is shown: what was asked and found, and whether that passed. */
    public record Asked(boolean passed, String words) {}

    /** What keeps the role where it is, each with what is missing; empty where the role moved. */
    public List<String> inTheWay() {
        List<String> lines = new ArrayList<>();
        if (decision.isSwitch()) {
            return lines;
        }
        for (CheckShown check : decision.checks()) {
            if (!check.passed() && !isOfOneNode(check) && !isSaidByAnother(check)) {
                lines.add(bare(check.words()) + missing(check));
            }
        }
        return lines;
    }

    /** Why a node may not be chosen: the first check that failed for it, by node, in the order of testing. */
    public Map<String, String> barred() {
        Map<String, String> barred = new LinkedHashMap<>();
        for (CheckShown check : decision.checks()) {
            if (!check.passed() && isOfOneNode(check)) {
                barred.putIfAbsent(check.node(), withoutNode(check) + missing(check));
            }
        }
        return barred;
    }

    /** Questions that are asked of every node by itself; the rest is asked of the group or of its candidate. */
    private static boolean isOfOneNode(CheckShown check) {
        return check.asks(PrimaryQuestion.HEARTBEAT_AGE)
                || check.asks(PrimaryQuestion.IN_SERVICE)
                || check.asks(PrimaryQuestion.SAME_INCARNATION)
                || check.asks(PrimaryQuestion.COVERAGE)
                || check.asks(PrimaryQuestion.OBSERVED)
                || check.asks(PrimaryQuestion.WARM)
                || check.asks(PrimaryQuestion.SENSOR_SMOOTH)
                || check.asks(PrimaryQuestion.SENSOR_TRUSTED);
    }

    /** An advantage that is too small says all that "not less loaded" says, and by how much. */
    private boolean isSaidByAnother(CheckShown check) {
        return check.asks(PrimaryQuestion.LESS_LOADED)
                && decision.checks().stream().anyMatch(c -> c.asks(PrimaryQuestion.ADVANTAGE) && !c.passed());
    }

    /** How far the found value is from passing, for example {@code  (7.8 points more)}. */
    private static String missing(CheckShown check) {
        Question question = check.question().orElse(null);
        double distance = Math.abs(check.wanted() - check.found());
        if (question == null || question.unit() == Question.Unit.YES_NO || !Double.isFinite(distance)) {
            return "";
        }
        String direction = question.relation() == Question.Relation.AT_MOST ? "too much" : "missing";
        return " (" + question.unit().show(distance) + " " + direction + ")";
    }

    private static String withoutNode(CheckShown check) {
        String words = bare(check.words());
        String prefix = check.node() + ": ";
        return words.startsWith(prefix) ? words.substring(prefix.length()) : words;
    }

    private static Asked asked(CheckShown check) {
        return new Asked(check.passed(), bare(check.words()));
    }

    /** The words of a check without whether it passed. */
    static String bare(String words) {
        if (words.endsWith(FAILED)) {
            return words.substring(0, words.length() - FAILED.length());
        }
        return words.endsWith(PASSED) ? words.substring(0, words.length() - PASSED.length()) : words;
    }
}
