package io.fairlead.primary;

import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a group at the moment, besides the best primary.
 *
 * @param observe which decisions are only shown
 * @param pause which decisions are not made
 * @param switchover whether a switchover is asked for now
 * @param target the node the switchover should go to, or null for the best one
 * @param changingTo the candidate of a change that is being carried out, or null; until it is over no other is begun
 */
public record Orders(
        Observe observe,
        Pause pause,
        boolean switchover,
        @Nullable NodeId target,
        @Nullable NodeId changingTo) {

    private static final Orders NONE = new Orders(Observe.OFF, Pause.OFF, false, null, null);

    /** Refuses a target without a switchover. */
    public Orders {
        if (target != null && !switchover) {
            throw new IllegalArgumentException("target is " + target + " but no switchover is asked for");
        }
    }

    /** Everything is decided and carried out, and nothing is asked for. */
    public static Orders none() {
        return NONE;
    }

    /** The same with another observe mode. */
    public Orders with(Observe other) {
        return new Orders(other, pause, switchover, target, changingTo);
    }

    /** The same with another pause. */
    public Orders with(Pause other) {
        return new Orders(observe, other, switchover, target, changingTo);
    }

    /** The same with a switchover to a node, or to the best one where it is null. */
    public Orders withSwitchover(@Nullable NodeId to) {
        return new Orders(observe, pause, true, to, changingTo);
    }

    /** The same while a change to a node is being carried out. */
    public Orders withChangeTo(@Nullable NodeId candidate) {
        return new Orders(observe, pause, switchover, target, candidate);
    }
}
