package io.fairlead;

import org.jspecify.annotations.Nullable;

/**
 * One condition that was tested on the way to a decision, with what was found and what was wanted.
 *
 * <p>A condition that steers a decision is tested by making its check, so what is tested is what is
 * explained. NaN as the found value means unknown, and an unknown value passes no check.
 *
 * @param question what was asked
 * @param subject the node or instance it was asked of, or null if it concerns the group or service
 * @param found the value found, in the question's unit; NaN if unknown
 * @param wanted the value it was held against, in the question's unit
 * @param passed whether found stands to wanted as the question's relation says
 */
public record Check(Question question, @Nullable Id subject, double found, double wanted, boolean passed) {

    /** Tests a condition of the group or service and records it. */
    public static Check of(Question question, double found, double wanted) {
        return new Check(question, null, found, wanted, question.relation().holds(found, wanted));
    }

    /** Tests a condition of one node or instance and records it. */
    public static Check of(Question question, Id subject, double found, double wanted) {
        return new Check(question, subject, found, wanted, question.relation().holds(found, wanted));
    }

    /** Tests a yes/no condition of the group or service, where yes passes, and records it. */
    public static Check yes(Question question, boolean found) {
        return of(question, found ? 1 : 0, 1);
    }

    /** Tests a yes/no condition of one node or instance, where yes passes, and records it. */
    public static Check yes(Question question, Id subject, boolean found) {
        return of(question, subject, found ? 1 : 0, 1);
    }

    /** The node it was asked of, or null if it was asked of no node. */
    public @Nullable NodeId node() {
        return subject instanceof NodeId node ? node : null;
    }

    /** The check in one English line, for example {@code gw-2: coverage 96.7 %, wanted at least 50 %: passed}. */
    public String words() {
        StringBuilder line = new StringBuilder(80);
        if (subject != null) {
            line.append(subject.value()).append(": ");
        }
        Question.Unit unit = question.unit();
        line.append(question.words());
        if (unit == Question.Unit.YES_NO) {
            line.append(": ").append(unit.show(found));
        } else {
            line.append(' ').append(unit.show(found)).append(", wanted ");
            line.append(question.relation().words()).append(' ').append(unit.show(wanted));
        }
        return line.append(passed ? " - passed" : " - failed").toString();
    }
}
