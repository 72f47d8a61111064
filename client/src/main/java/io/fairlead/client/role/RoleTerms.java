package io.fairlead.client.role;

import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings.Limits;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Optional;

/**
 * What the manager said about how its group works.
 *
 * @param timing the times; empty before the first answer, and where the manager is of an age that says none
 * @param mode whether a new primary begins before the old one has stopped
 * @param singleWriter whether an old primary has stopped only when what ran on it has ended
 * @param limits how long each step may take
 */
record RoleTerms(Optional<Timing> timing, HandoverMode mode, boolean singleWriter, Limits limits) {
    /** Of a step that nobody gave a limit. */
    static final Duration PATIENT = Duration.ofSeconds(10);

    private static final Duration SLACK = Duration.ofMillis(100);

    static RoleTerms untold() {
        return new RoleTerms(Optional.empty(), HandoverMode.OVERLAP, false, Limits.standard());
    }

    /** For how long a role may be kept, counted from the send of the beat that was answered. */
    Duration keep(Duration hold) {
        return timing.map(Timing::fenceAfter).orElse(hold);
    }

    /** A demote has ended before the lease has. */
    Duration demoteLimit() {
        return timing.map(Timing::fenceLead)
                .map(lead -> lead.compareTo(SLACK.multipliedBy(2)) > 0 ? lead.minus(SLACK) : lead.dividedBy(2))
                .orElse(PATIENT);
    }
}
