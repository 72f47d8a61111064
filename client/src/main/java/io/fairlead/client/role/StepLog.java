package io.fairlead.client.role;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is said of the steps' ends: each failure once, and of its repetitions only that they came to an end. */
final class StepLog {
    private static final Logger LOG = LoggerFactory.getLogger(StepRunner.class);

    private StepLog() {}

    /**
     * A step that was ordered has ended.
     *
     * @param failures how many times it had failed before
     * @param last whether nothing is done again, because the node stops
     */
    static void ended(StepOrder order, StepEnd end, int failures, boolean last) {
        if (end.isCut()) {
            cut(order, end);
        } else if (end.failed() && last && order.step().mustSucceed()) {
            LOG.warn("step {} failed: {}; it is not tried again, because this node stops", order.words(), end.why());
        } else if (end.failed() && failures == 0) {
            String later =
                    order.step().mustSucceed() ? "; unless a fence does, it is tried again until it succeeds" : "";
            LOG.warn("step {} failed: {}{}", order.words(), end.why(), later);
        } else if (end.done() && failures > 0) {
            LOG.info("step {} succeeded at the {}. attempt", order.words(), failures + 1);
        } else {
            LOG.debug("step {}: {} {}", order.words(), end.way(), end.why());
        }
    }

    /** A fence after a demote that failed has ended. */
    static void fenced(StepOrder fence, StepEnd end) {
        if (end.isCut()) {
            cut(fence, end);
        } else if (end.way() != StepEnd.Way.ABSENT) {
            LOG.warn("step {} {}", fence.words(), end.done() ? "succeeded" : "failed: " + end.why());
        }
    }

    /** That what still runs is not waited for any longer belongs to every change of primary. */
    private static void cut(StepOrder order, StepEnd end) {
        if (order.step() == RoleStep.DRAIN) {
            LOG.debug("step {} was ended, because {}", order.words(), end.why());
        } else {
            LOG.info("step {} was ended before it was done, because {}", order.words(), end.why());
        }
    }
}
