package io.fairlead.cli.rest;

import io.fairlead.Question;
import io.fairlead.primary.PrimaryQuestion;
import java.util.Optional;

/**
 * One condition that was tested on the way to a decision.
 *
 * @param name the question's name, such as {@code ADVANTAGE}
 * @param node the node it was asked of, or an empty text for the group
 * @param found the value found; NaN if unknown
 * @param wanted the value it was held against
 * @param passed whether the one stands to the other as wanted
 * @param words the check in one line
 */
public record CheckShown(String name, String node, double found, double wanted, boolean passed, String words) {

    static CheckShown of(Document json) {
        return new CheckShown(
                json.text("question", "?"),
                json.text("node", ""),
                json.numberOrUnknown("found"),
                json.numberOrUnknown("wanted"),
                json.isTrue("passed"),
                json.text("words", "?"));
    }

    /** Whether this is a given question. */
    public boolean asks(PrimaryQuestion question) {
        return name.equals(question.name());
    }

    /** The question, or empty where a newer manager asks one that is not known here. */
    public Optional<Question> question() {
        for (PrimaryQuestion known : PrimaryQuestion.values()) {
            if (asks(known)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    /** Whether the check failed for a node of its own, which keeps that node out and nobody else. */
    public boolean isAboutOneNode() {
        return !node.isEmpty();
    }
}
