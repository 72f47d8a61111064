package io.fairlead;

import java.time.Instant;

/** The one rule by which fencing tokens grow: those of a group's primary, and the epochs of rooms. */
public final class FencingToken {

    /**
     * The largest token there is, 2^52: one that JSON readers of every language keep exact, with room to grow on. At one
     * change a millisecond it lasts for 140,000 years.
     */
    public static final long MAX = 1L << 52;

    /**
     * The largest token that a report can raise others to, 2^44: milliseconds until the year 2527. One absurd report
     * would otherwise drive the tokens beyond what anybody accepts.
     */
    public static final long MOST_LEARNED = 1L << 44;

    private FencingToken() {}

    /** What is learned from a token that somebody reports: the token itself, or {@link #MOST_LEARNED} if it is above. */
    public static long learned(long reported) {
        return Math.min(reported, MOST_LEARNED);
    }

    /**
     * The next token: {@code max(1 + max(stored, learned(reported)), store time in ms)}. It is above every token that is
     * stored here or was reported by somebody, so a store that lost its last writes cannot bring an old number back. Time
     * only ever raises it, which keeps a store without memory above the tokens it has forgotten.
     *
     * @param stored the highest token that the store knows, 0 for none
     * @param reported the highest token that anybody reported, 0 for none
     * @param storeTime the store's time
     */
    public static long next(long stored, long reported, Instant storeTime) {
        return Math.max(1 + Math.max(stored, learned(reported)), storeTime.toEpochMilli());
    }

    /** Refuses a number that cannot be a token, naming its key. */
    public static void check(String key, long token) {
        if (token < 0 || token > MAX) {
            throw new IllegalArgumentException(key + " is " + token + ": use 0 to " + MAX);
        }
    }
}
