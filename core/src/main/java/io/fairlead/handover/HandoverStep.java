package io.fairlead.handover;

/** Where a change of primary stands. */
public enum HandoverStep {
    /** Nothing changes. */
    STEADY("nothing"),
    /** The candidate starts what it needs and takes no traffic. */
    PREPARING("prepare"),
    /** Whoever may hold the role lays it down, or its lease ends. */
    STOPPING("stop"),
    /** The change is being written down. */
    COMMITTING("commit"),
    /** The new primary begins; in {@link HandoverMode#OVERLAP} the old one is told to stop in the same moment. */
    PROMOTING("promote"),
    /** The old primary ends what is running. */
    DRAINING("drain"),
    /** The old primary, or a candidate that did not become one, tidies up. */
    CLEANING("clean");

    private final String word;

    HandoverStep(String word) {
        this.word = word;
    }

    /** The step in one word. */
    public String word() {
        return word;
    }
}
