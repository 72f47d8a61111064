package io.fairlead.manager.loop;

/** The one rule by which fencing tokens grow. */
final class FencingToken {

    /**
     * The largest token that a report can raise others to, 2^44: milliseconds until the year 2527. One absurd report
     * would otherwise drive the tokens beyond what any node accepts.
     */
    static final long MOST_LEARNED = 1L << 44;

    private FencingToken() {}

    /** What is learned from a token that a node reports. */
    static long learned(long reported) {
        return Math.min(reported, MOST_LEARNED);
    }

    /**
     * The token of the next change: above every token that is stored here or was reported by a node, so that a store
     * or a node that lost its last writes cannot bring an old number back. Wall time only ever raises it, which keeps
     * a manager without memory above the tokens it has forgotten.
     */
    static long next(long stored, long reported, long wallMillis) {
        return Math.max(1 + Math.max(stored, reported), wallMillis);
    }
}
