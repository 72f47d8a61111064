package io.fairlead.client.role;

/**
 * A step to be taken.
 *
 * @param step which
 * @param id the number under which its end is reported
 * @param change what it is told
 */
record StepOrder(RoleStep step, long id, RoleChange change) {
    /** Why this order ends a step that runs, for a log. */
    String whyItEnds() {
        return step == RoleStep.HALT ? "it is not wanted any more" : words() + " was ordered";
    }

    /** The step, and why, for a log. */
    String words() {
        return step.word() + " (token " + change.token() + ", " + change.reason() + ")";
    }
}
