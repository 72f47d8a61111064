package io.fairlead.primary;

import io.fairlead.Question;

/** The questions that decide who should be primary, in the order in which they are asked. */
public enum PrimaryQuestion implements Question {
    /** Age of the node's last heartbeat against the time after which it counts as dead. */
    HEARTBEAT_AGE("age of the last heartbeat", Relation.AT_MOST, Unit.SECONDS),
    /** Whether the node takes part in the election. */
    IN_SERVICE("not in maintenance", Relation.EQUAL, Unit.YES_NO),
    /** Whether nothing binds the node: no promise, no wait after its start, and the last primary knows it. */
    FREE("free to take the role", Relation.EQUAL, Unit.YES_NO),
    /** Whether the node's health hook succeeds. */
    HEALTHY("health hook succeeds", Relation.EQUAL, Unit.YES_NO),
    /** Whether no step of a change failed on the node not long ago. */
    NOT_BARRED("no step of a change failed here lately", Relation.EQUAL, Unit.YES_NO),
    /** Whether the primary is still the process that was given the role. */
    SAME_INCARNATION("has not restarted", Relation.EQUAL, Unit.YES_NO),
    /** Share of the window's rounds with a valid sample. */
    COVERAGE("coverage", Relation.AT_LEAST, Unit.PERCENT),
    /** Rounds since the node's start against the observation period. */
    OBSERVED("observed for", Relation.AT_LEAST, Unit.ROUNDS),
    /** Rounds without a break against the warm-up. */
    WARM("stable for", Relation.AT_LEAST, Unit.ROUNDS),
    /** Whether the node's sensor is not under suspicion. */
    SENSOR_TRUSTED("sensor is not suspect", Relation.EQUAL, Unit.YES_NO),
    /** Whether the node's sensor does not jump about. */
    SENSOR_SMOOTH("sensor does not jump", Relation.EQUAL, Unit.YES_NO),
    /** Whether decisions are not paused. */
    NOT_PAUSED("decisions are not paused", Relation.EQUAL, Unit.YES_NO),
    /** Whether decisions from load are not paused; asked once the primary is known to be there. */
    PREFERENCE_NOT_PAUSED("decisions from load are not paused", Relation.EQUAL, Unit.YES_NO),
    /** Whether no change of primary is being carried out; asked where one would begin. */
    NOTHING_UNDER_WAY("no change of primary is being carried out", Relation.EQUAL, Unit.YES_NO),
    /** Nodes alive, the primary not counted. */
    STANDBYS("standbys alive", Relation.AT_LEAST, Unit.NODES),
    /** Group size k, without which no hysteresis is defined. */
    GROUP_SIZE("group size k", Relation.AT_LEAST, Unit.NODES),
    /** Eligible standbys. */
    CANDIDATES("eligible standbys", Relation.AT_LEAST, Unit.NODES),
    /** Alive nodes whose observation period is over; asked for a first primary that waits for it. */
    OBSERVED_NODES("nodes whose observation period is over", Relation.AT_LEAST, Unit.NODES),
    /** Whether the measuring of the last change is over. */
    ROLE_MEASURED("the last change has been measured", Relation.EQUAL, Unit.YES_NO),
    /** The primary's load average above the candidate's projected load. */
    LESS_LOADED("less loaded than the primary by", Relation.ABOVE, Unit.POINTS),
    /** The same difference against the hysteresis. */
    ADVANTAGE("advantage", Relation.ABOVE, Unit.POINTS),
    /** Whether primary and candidate both delivered a sample this round. */
    FRESH_SAMPLES("primary and candidate both delivered a sample", Relation.EQUAL, Unit.YES_NO),
    /** Nodes that would be below the ceiling as primary. */
    BELOW_CEILING("nodes below the ceiling", Relation.AT_LEAST, Unit.NODES),
    /** Rounds that the advantage has held against the confirmations. */
    STREAK("advantage has held for", Relation.AT_LEAST, Unit.ROUNDS),
    /** Time since the last switch against the cooldown. */
    COOLDOWN("time since the last switch", Relation.AT_LEAST, Unit.SECONDS),
    /** Rounds since the group's last change of roles against the warm-up; asked where the warm-up is the group's. */
    GROUP_WARM("rounds since the last change of roles", Relation.AT_LEAST, Unit.ROUNDS),
    /** The candidate's projected load against the ceiling. */
    CEILING("projected load as primary", Relation.AT_MOST, Unit.POINTS),
    /** The advantage against what a candidate above the ceiling needs. */
    CEILING_ADVANTAGE("advantage, twice the hysteresis above the ceiling,", Relation.ABOVE, Unit.POINTS),
    /** Whether the node an operator asked for is a standby that is alive. */
    TARGET_ALIVE("the asked-for node is an alive standby", Relation.EQUAL, Unit.YES_NO);

    private final String words;
    private final Relation relation;
    private final Unit unit;

    PrimaryQuestion(String words, Relation relation, Unit unit) {
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
