package io.fairlead.simulator;

import java.util.List;

/**
 * What the choice of primaries cost in one run, and what it would have cost in hindsight.
 *
 * @param changes every move of the role, in order, first primaries included
 * @param switches how many of them moved the role from a node or from nobody; first primaries are none
 * @param undone switches whose old primary had the role again within 15 minutes or 30 rounds, the longer
 * @param counted rounds in which the primary and at least one other node were measured
 * @param meanLoad mean of the primary's load over those rounds, in points; NaN without any
 * @param regret mean of the primary's load less the least load of an eligible node, in points; NaN without any
 * @param cost primary's load x seconds plus switch cost x switches, in point-seconds
 * @param optimum the least such cost in hindsight
 * @param floor least load x seconds
 * @param switchCost what a switch costs, in point-seconds
 */
public record Account(
        List<Change> changes,
        int switches,
        int undone,
        long counted,
        double meanLoad,
        double regret,
        double cost,
        double optimum,
        double floor,
        double switchCost) {

    /** {@code (cost - floor + switch cost) / (optimum - floor + switch cost)}: 1 where nothing had to be done. */
    public double ratio() {
        return (cost - floor + switchCost) / (optimum - floor + switchCost);
    }
}
