package io.fairlead.manager.loop;

import io.fairlead.Check;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.PrimaryQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decision of a group as it is remembered.
 *
 * @param round the round it was made in, or after
 * @param moment whether it is the round's own decision
 * @param wallMillis when it was made, in ms since 1970 on the manager's clock; for people, nothing is computed from it
 * @param decision what was decided, and why
 * @param checks every condition that was tested, in the order of testing
 * @param alarms what a person should know
 * @param token the group's newest fencing token after it
 * @param held why a change is only shown
 */
public record DecisionRecord(
        long round,
        Moment moment,
        long wallMillis,
        Decision decision,
        List<Check> checks,
        List<Alarm> alarms,
        long token,
        Held held) {

    /** When in the life of a group a decision is made. */
    public enum Moment {
        /** With the samples of a round. */
        ROUND,
        /** Between two rounds, because the primary was gone. */
        BETWEEN_ROUNDS,
        /** When the steps before it were done: it carries out what was decided when they began. */
        COMMIT
    }

    /** Copies the lists. */
    public DecisionRecord {
        checks = List.copyOf(checks);
        alarms = List.copyOf(alarms);
    }

    /** A decision with what led to it; where the rules of today would not come to it, that is not known any more. */
    static DecisionRecord of(Fact.Decided fact, Evaluation evaluation) {
        Decision decision = fact.outcome().decision();
        boolean explained = decision.equals(evaluation.decision());
        return new DecisionRecord(
                fact.outcome().round(),
                fact.moment(),
                fact.wallMillis(),
                decision,
                explained ? evaluation.checks() : List.of(),
                explained ? evaluation.alarms() : List.of(),
                fact.outcome().token(),
                fact.held());
    }

    /** A decision that was carried out in steps, with what was found when they began, if that is still known. */
    static DecisionRecord ofCommit(Fact.Decided fact, @Nullable Evaluation began) {
        return new DecisionRecord(
                fact.outcome().round(),
                fact.moment(),
                fact.wallMillis(),
                fact.outcome().decision(),
                began == null ? List.of() : forTheChange(began.checks()),
                began == null ? List.of() : began.alarms(),
                fact.outcome().token(),
                fact.held());
    }

    /** That the change itself was under way kept the round that began it from another one; it was never in its own way. */
    private static List<Check> forTheChange(List<Check> checks) {
        return checks.stream()
                .filter(check -> check.question() != PrimaryQuestion.NOTHING_UNDER_WAY)
                .toList();
    }

    /** Whether the role moved, or was lost. */
    public boolean isChange() {
        return isChange(decision);
    }

    /** Whether a decision moves the role, or finds it lost. */
    public static boolean isChange(Decision decision) {
        return decision.isSwitch() || (decision.from() != null && decision.to() == null);
    }

    /** The decision in one English sentence. */
    public String words() {
        return words(decision, held);
    }

    static String words(Decision decision, Held held) {
        String why = decision.reason().words();
        return switch (decision.kind()) {
            case KEEP -> decision.to() + " stays primary: " + why;
            case NO_PRIMARY -> "nobody is primary: " + why;
            case SWITCH -> move(decision, "becomes", why);
            case WOULD_SWITCH -> move(decision, "would become", why) + " (held back: " + held.words() + ")";
        };
    }

    private static String move(Decision decision, String verb, String why) {
        String instead = decision.from() == null ? "" : " instead of " + decision.from();
        return decision.to() + " " + verb + " primary" + instead + ": " + why;
    }
}
