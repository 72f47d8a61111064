package io.fairlead.handover;

import io.fairlead.NodeId;

/**
 * Something worth telling about a change of primary.
 *
 * @param what what it is
 * @param node the node that it is about
 */
public record HandoverNews(What what, NodeId node) {

    /** What can be told. Constants are added, never renamed: they are metric labels and rows of a page. */
    public enum What {
        /** The change has begun; the node is the candidate. */
        STARTED("is asked to get ready", false),
        /** Another change is going on; nothing came of this wish. */
        BUSY("was wanted while another change was going on", true),
        /** The candidate could not get ready. The old primary is untouched. */
        PREPARE_FAILED("could not get ready", true),
        /** The candidate did not get ready in time. The old primary is untouched. */
        PREPARE_TIMED_OUT("did not get ready in time", true),
        /** The candidate has promised not to become primary for now. */
        PREPARE_WITHDRAWN("has promised not to become primary for now", true),
        /** The candidate fell silent. */
        CANDIDATE_LOST("fell silent before it was primary", true),
        /** The store refused the change. */
        NOT_COMMITTED("was not made primary: that could not be written down", true),
        /** The role was written down as the node's. */
        COMMITTED("is to be primary", false),
        /** The node works. */
        PROMOTED("works as primary", false),
        /** The node was to be primary and could not begin. */
        PROMOTE_FAILED("could not begin to work as primary", true),
        /** The node was to be primary and did not begin in time. */
        PROMOTE_TIMED_OUT("did not begin to work as primary in time", true),
        /** The old primary takes no new requests. */
        STOPPED("has laid down the role", false),
        /** The old primary could not be stopped in order; its fence hook runs. */
        DEMOTE_FAILED("could not be stopped in order", true),
        /** What was running on the old primary did not end in time. */
        DRAIN_CUT("was still busy when its time was over", true),
        /** The node could not tidy up. */
        CLEANUP_FAILED("could not tidy up", true),
        /** The primary is gone. */
        PRIMARY_LOST("is primary no more", false),
        /** The primary was given up for lost, works on, and nobody has been made primary since. */
        RETURNED("was out of sight, works on as primary, and is it again", false),
        /** The change is complete. */
        COMPLETED("is primary, and the change is complete", false),
        /** The change is complete, but a step of it failed. */
        COMPLETED_WITH_ERRORS("is primary; a step of the change failed", true),
        /** A drill has begun; the node is the standby. */
        DRILL_STARTED("rehearses what comes before the role", false),
        /** The drill is over: the standby got ready and tidied up. */
        DRILL_PASSED("passed its drill", false),
        /** The drill has failed; the news before it says at what. */
        DRILL_FAILED("failed its drill: it may not be able to take over", true),
        /** The drill ended before anything was found out: the primary was lost, or the standby was needed elsewhere. */
        DRILL_CUT("broke its drill off", false);

        private final String words;
        private final boolean trouble;

        What(String words, boolean trouble) {
            this.words = words;
            this.trouble = trouble;
        }

        /** The rest of a sentence that begins with the node's name. */
        public String words() {
            return words;
        }

        /** Whether somebody should look at it. */
        public boolean isTrouble() {
            return trouble;
        }
    }
}
