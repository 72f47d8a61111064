package io.fairlead.simulator;

/** Watches a run of a world, round by round. */
@FunctionalInterface
public interface RunListener {

    /** A round is over. */
    void after(RoundFacts facts);
}
