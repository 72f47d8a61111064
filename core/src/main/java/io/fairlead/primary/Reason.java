package io.fairlead.primary;

/** Why a round ended as it did. Constants are added, never renamed: they are metric labels and documentation rows. */
public enum Reason {
    /** The primary is the least loaded eligible node. */
    LEAST_LOADED("the primary is the least loaded node"),
    /** A candidate is less loaded, but by no more than the hysteresis. */
    WITHIN_HYSTERESIS("a standby is less loaded, but not by more than the hysteresis"),
    /** The advantage has not held for enough rounds yet. */
    CONFIRMING("the advantage has to hold for more rounds"),
    /** The last switch is too recent. */
    COOLDOWN("the last switch, made or only shown, is too recent"),
    /** The group has not been watched for long enough since its last change of roles. */
    WARMING_UP("the group has not been watched for long enough since its last change"),
    /** The candidate would be above the ceiling, and the advantage is not twice the hysteresis. */
    CEILING("the candidate would be overloaded too"),
    /** Every node is above the ceiling: a switch helps nobody, more machines do. */
    ALL_OVERLOADED("every node is overloaded: add machines, a switch would not help"),
    /** Nobody is eligible but the primary. */
    NO_CANDIDATE("no standby is eligible"),
    /** Nobody is alive but the primary. */
    NO_STANDBY("no standby is alive"),
    /** The primary's own observation period is running. */
    OBSERVING("the primary's observation period is running"),
    /** The primary is alive, but too few of its samples arrive. */
    PRIMARY_UNMEASURED("the primary is alive, but too few of its samples arrive to judge it"),
    /** The primary or the candidate delivered no sample this round. */
    AWAITING_SAMPLE("the primary or the candidate delivered no sample this round"),
    /** What the last change cost and brought is still being measured. */
    MEASURING_ROLE("what the last change of primary costs is still being measured"),
    /** A change of primary is being carried out. */
    CHANGING("a change of primary is being carried out"),
    /** Nodes are alive, but each is bound by a promise or unknown to the last primary. */
    NO_NODE_FREE("nodes are alive, but none of them is free to take the role yet"),
    /** An operator paused the decisions. */
    PAUSED("an operator paused the decisions"),
    /** The switchover that an operator asked for is not possible. */
    SWITCHOVER_REFUSED("the switchover that was asked for is not possible"),
    /** Nobody is alive. */
    NO_NODE_ALIVE("no node is alive and in service"),
    /** A first primary is chosen only when the observation periods are over. */
    WAITING_FOR_OBSERVATION("the first primary is chosen when the observation periods are over"),
    /** A first primary was chosen. */
    BOOTSTRAP("the group had no primary yet"),
    /** A less loaded standby took over. */
    LESS_LOADED_STANDBY("a standby has been less loaded by more than the hysteresis for long enough"),
    /** The primary's sensor is suspect, so its load is not known to be good. */
    SENSOR_SUSPECT("the primary's load readings are not believable"),
    /** The primary's heartbeats stopped. */
    PRIMARY_LOST("the last primary is gone: silent, stopped in order, or taken out"),
    /** The primary's process restarted, laid the role down again and again, or failed to take it up, and does not hold it. */
    PRIMARY_RESTARTED("the primary's process restarted, laid the role down, or could not take it up"),
    /** Too few of the primary's samples arrive, and the profile treats that as lost. */
    PRIMARY_UNAVAILABLE("too few of the primary's samples arrive"),
    /** The primary's health hook fails. */
    PRIMARY_UNHEALTHY("the primary's health hook fails"),
    /** The primary was taken out for maintenance. */
    MAINTENANCE("the primary was taken out for maintenance"),
    /** An operator asked for the switchover. */
    OPERATOR_REQUEST("an operator asked for it");

    private final String words;

    Reason(String words) {
        this.words = words;
    }

    /** The reason in English, as a clause. */
    public String words() {
        return words;
    }
}
