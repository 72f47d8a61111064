package io.fairlead.agent.check;

/**
 * One thing that was looked at.
 *
 * @param about what it is
 * @param weight what it means for an agent that starts here
 * @param words what was found
 */
public record Finding(String about, Weight weight, String words) {
    /** What a finding means. */
    public enum Weight {
        /** As it should be. */
        FINE,
        /** An agent works with it, and something is to be looked at. */
        DOUBTFUL,
        /** An agent would not start, or its node could never be chosen. */
        BLOCKS;

        /** The weight as it is written in JSON. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static Finding fine(String about, String words) {
        return new Finding(about, Weight.FINE, words);
    }

    static Finding doubtful(String about, String words) {
        return new Finding(about, Weight.DOUBTFUL, words);
    }

    static Finding blocks(String about, String words) {
        return new Finding(about, Weight.BLOCKS, words);
    }
}
