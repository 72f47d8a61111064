package io.fairlead.simulator;

/** Watches a replay while it runs, for progress. */
@FunctionalInterface
public interface ReplayListener {

    /**
     * A round is over; called for every round.
     *
     * @param round its number, from 1
     * @param rounds how many there are
     */
    void after(long round, long rounds);

    /** The role has moved. */
    default void moved(ReplayReport.Switch change) {}

    /** Nobody watches. */
    static ReplayListener none() {
        return (round, rounds) -> {};
    }
}
