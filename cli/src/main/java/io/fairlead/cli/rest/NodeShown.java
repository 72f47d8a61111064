package io.fairlead.cli.rest;

import io.fairlead.primary.PrimaryQuestion;
import java.util.Map;

/**
 * One node of a group as its manager shows it.
 *
 * @param node the node's id
 * @param role {@code primary} or {@code standby}
 * @param reportedRole the role that its last heartbeat said it holds, or an empty text where the manager has not heard it since its start
 * @param life {@code alive}, {@code late}, {@code dead} or {@code gone}
 * @param ageSeconds time since its last heartbeat; NaN if unknown
 * @param load the newest sample's load in points; NaN if unknown
 * @param average its load average in points; NaN if unknown
 * @param projected its average, and for a standby what the role would add; NaN if unknown
 * @param eligible whether it may be chosen by load
 * @param maintenance whether it is out of the election now
 * @param failed the first question that keeps it from being chosen, or an empty text
 * @param metrics what it measured last, in percent
 * @param unknown what it could not measure, and why
 * @param conflict what is known of another process that uses the same id, or an empty text
 * @param clockSkewSeconds its clock less the manager's, positive where it is ahead; NaN if unknown
 * @param failedDrill what its last drill failed at, and when, or an empty text
 * @param hookTrouble the hook of it that fails and what that may mean, or an empty text
 */
public record NodeShown(
        String node,
        String role,
        String reportedRole,
        String life,
        double ageSeconds,
        double load,
        double average,
        double projected,
        boolean eligible,
        boolean maintenance,
        String failed,
        Map<String, Double> metrics,
        Map<String, String> unknown,
        String conflict,
        double clockSkewSeconds,
        String failedDrill,
        String hookTrouble) {

    /** More than a heartbeat's way through a slow network, and than clocks that are kept in step ever differ. */
    private static final double MOST_SKEW_SECONDS = 5;

    static NodeShown of(Document json) {
        Document standing = json.object("standing").orElseGet(Document::empty);
        Document sample = json.object("sample").orElseGet(Document::empty);
        return new NodeShown(
                json.text("node", "?"),
                json.text("role", "?"),
                json.text("reported_role", ""),
                json.text("state", "?"),
                json.numberOrUnknown("heartbeat_age_ms") / 1000,
                standing.numberOrUnknown("newest"),
                standing.numberOrUnknown("average"),
                standing.numberOrUnknown("projected"),
                standing.isTrue("eligible"),
                json.isTrue("maintenance"),
                standing.text("failed", ""),
                sample.object("metrics").orElseGet(Document::empty).numbers(),
                sample.object("unknown").orElseGet(Document::empty).texts(),
                json.object("conflict")
                        .map(other -> other.text("holder", "?") + " has the id, " + other.text("claimant", "?")
                                + " wants it too")
                        .orElse(""),
                json.numberOrUnknown("clock_skew_ms") / 1000,
                json.object("last_drill").map(NodeShown::failedDrill).orElse(""),
                json.object("hook").map(NodeShown::failingHook).orElse(""));
    }

    /** Whether its clock differs so much from the manager's that times in logs cannot be compared. */
    public boolean hasAnotherTime() {
        return Math.abs(clockSkewSeconds) > MOST_SKEW_SECONDS;
    }

    private static String failedDrill(Document json) {
        DrillShown drill = DrillShown.of(json);
        return drill.result().equals("failed")
                ? "its last drill, " + drill.at().replaceFirst("\\.\\d+Z$", "Z") + ", failed at " + drill.step() + ": "
                        + drill.words()
                : "";
    }

    private static String failingHook(Document hook) {
        String name = hook.text("failed", "?");
        long attempts = hook.integer("attempts").orElse(1);
        return "hook " + name + " has failed" + (attempts == 1 ? "" : " " + attempts + " times in a row")
                + (name.equals("demote") ? ": it may still do the primary's work" : "");
    }

    /** Whether it takes no part in the election. */
    public boolean isInMaintenance() {
        return maintenance || failed.equals(PrimaryQuestion.IN_SERVICE.name());
    }

    /** Whether it was given the role and does not say that it holds it. */
    public boolean isYetToTakeTheRole() {
        return role.equals("primary") && !reportedRole.isEmpty() && !reportedRole.equals("primary");
    }

    /** Whether it is primary by what the manager remembers, and has not said so since the manager's start. */
    public boolean isRememberedAsPrimary() {
        return role.equals("primary") && reportedRole.isEmpty();
    }

    /** Whether it is heard of. */
    public boolean isHeard() {
        return life.equals("alive") || life.equals("late");
    }
}
