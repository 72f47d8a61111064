package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to one machine of a world for a while.
 *
 * @param from when it begins, since the world's start
 * @param until when it ends, after {@code from}
 * @param target whom it hits
 * @param node the machine, if it hits a named one, else null
 * @param effect what it does
 */
public record WorldEvent(
        Duration from,
        Duration until,
        Target target,
        @Nullable NodeId node,
        Effect effect) {

    /** Whom an event hits. */
    public enum Target {
        /** A named machine. */
        NAMED,
        /** The machine that is primary when the event begins. */
        PRIMARY,
        /** The first machine, by id, that is not primary when the event begins. */
        STANDBY
    }

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Refuses an event that ends before it begins, or whose target and machine do not go together. */
    public WorldEvent {
        if ((target == Target.NAMED) != (node != null)) {
            throw new IllegalArgumentException(
                    "event target is " + target + " and machine is " + node + ": name a machine only with NAMED");
        }
        if (from.isNegative() || until.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "event lasts from " + from + " until " + until + ": use 0 or more, and an end after the beginning");
        }
    }

    /** An event that hits whoever is primary when it begins, and never ends. */
    public static WorldEvent onPrimary(Duration from, Effect effect) {
        return new WorldEvent(from, FOR_EVER, Target.PRIMARY, null, effect);
    }

    /** An event that hits the first standby and never ends; several that begin together hit the same one. */
    public static WorldEvent onStandby(Duration from, Effect effect) {
        return new WorldEvent(from, FOR_EVER, Target.STANDBY, null, effect);
    }

    /** An event that hits one machine and never ends. */
    public static WorldEvent on(String node, Duration from, Effect effect) {
        return new WorldEvent(from, FOR_EVER, Target.NAMED, new NodeId(node), effect);
    }

    /** The same event, over after some time. */
    public WorldEvent lasting(Duration time) {
        return new WorldEvent(from, from.plus(time), target, node, effect);
    }
}
