package io.fairlead.manager.rest;

import io.fairlead.manager.metrics.Tally;

/**
 * What the interface has counted since it was opened.
 *
 * @param heartbeats heartbeats by what came of them
 * @param requests requests by the status they were answered with
 */
record Counts(Tally heartbeats, Tally requests) {

    static Counts none() {
        return new Counts(new Tally(), new Tally());
    }
}
