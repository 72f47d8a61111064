package io.fairlead.placement;

import io.fairlead.Question;

/** The questions that decide where a room goes, in the order in which they are asked. */
public enum PlacementQuestion implements Question {
    /** Whether the instance where the room is remembered to be is still registered. */
    REGISTERED("remembered home is registered", Relation.EQUAL, Unit.YES_NO),
    /** Whether it is still the process that got the room. */
    SAME_INCARNATION("has not restarted since it got the room", Relation.EQUAL, Unit.YES_NO),
    /** The age of its newest sample, asked where a connect to it failed: silent as well, it counts as dead. */
    OWNER_SAMPLE_AGE("a connect failed; age of the sample", Relation.BELOW, Unit.SECONDS),
    /** Whether the observer can see. */
    VIEW_CURRENT("reports can be seen", Relation.EQUAL, Unit.YES_NO),
    /** Whether the instance is not about to leave. */
    NOT_DRAINING("not draining", Relation.EQUAL, Unit.YES_NO),
    /** Whether no operator took the instance out. */
    IN_SERVICE("not in maintenance", Relation.EQUAL, Unit.YES_NO),
    /** Whether the caller could connect to it. Asked where it could not. */
    REACHABLE("the caller could connect", Relation.EQUAL, Unit.YES_NO),
    /** The age of the instance's newest sample against the time for which it counts. */
    SAMPLE_AGE("age of the sample", Relation.BELOW, Unit.SECONDS),
    /** Whether nobody failed to connect to it since its newest sample. Asked where somebody did. */
    NOT_SUSPECT("no connect failed since its sample", Relation.EQUAL, Unit.YES_NO),
    /**
     * Instances whose reports ended at one time, asked where one's did. More than half of all: no so many have died, but their
     * reports do not arrive.
     */
    FEW_SILENT("fell silent at one time:", Relation.AT_MOST, Unit.INSTANCES),
    /** Whether somebody could connect to another instance. If to none, suspicion tells more of the caller and excludes nobody. */
    OTHERS_REACHABLE("not all of them are suspect", Relation.EQUAL, Unit.YES_NO),
    /** Whether every resource with a ceiling was measured. */
    MEASURED("every resource with a ceiling is measured", Relation.EQUAL, Unit.YES_NO),
    /** The margin, squared. */
    WEIGHT("weight", Relation.AT_LEAST, Unit.WEIGHT),
    /** The margin after all corrections. */
    CORRECTED_MARGIN("margin after corrections", Relation.ABOVE, Unit.POINTS),
    /** Instances that may take a room. */
    LIVE_INSTANCES("may take a room:", Relation.AT_LEAST, Unit.INSTANCES),
    /** The sum of all weights, without which there is nothing to draw from. */
    TOTAL_WEIGHT("sum of the weights", Relation.AT_LEAST, Unit.WEIGHT),
    /** Instances among them whose load is known; asked where there is no weight. */
    MEASURED_INSTANCES("load is known of", Relation.AT_LEAST, Unit.INSTANCES),
    /** Instances among them that have room for one more, where there is a weight for that. */
    ROOMY_INSTANCES("have room:", Relation.AT_LEAST, Unit.INSTANCES);

    private final String words;
    private final Relation relation;
    private final Unit unit;

    PlacementQuestion(String words, Relation relation, Unit unit) {
        this.words = words;
        this.relation = relation;
        this.unit = unit;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public Relation relation() {
        return relation;
    }

    @Override
    public Unit unit() {
        return unit;
    }
}
