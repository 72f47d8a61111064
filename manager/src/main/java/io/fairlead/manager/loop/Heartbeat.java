package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.Incarnation;
import io.fairlead.NodeId;
import io.fairlead.primary.NodeObservation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One sign of life of a node.
 *
 * @param group the group the node belongs to
 * @param node the node
 * @param incarnation the node's process: 1..64 hexadecimal digits, chosen at random at its start
 * @param role what the node believes to be
 * @param token the highest fencing token that the node knows, 0 for none
 * @param address what clients of the group are told when the node is primary, or null
 * @param capacity relative size of the machine, as {@link NodeObservation} takes it; 1 is the usual
 * @param interval time between two heartbeats of the node
 * @param goodbye whether the node leaves: it has given up its role and will not come back as this process
 * @param sample what it measured since the last sample, or null
 * @param hook a hook of the node that fails, or null
 * @param clockMillis the node's wall clock at sending, in ms since 1970, or null if unknown; nothing is decided from it
 * @param steps what it says about the steps of a change
 */
public record Heartbeat(
        GroupId group,
        NodeId node,
        String incarnation,
        Role role,
        long token,
        @Nullable String address,
        double capacity,
        Duration interval,
        boolean goodbye,
        @Nullable Sample sample,
        @Nullable HookTrouble hook,
        @Nullable Long clockMillis,
        NodeSteps steps) {

    private static final int MAX_ADDRESS = 255;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public Heartbeat {
        Incarnation.check(incarnation);
        FencingToken.check("token", token);
        if (address != null && !isAddress(address)) {
            throw new IllegalArgumentException(
                    "address is not 1.." + MAX_ADDRESS + " printable ASCII characters without spaces");
        }
        NodeObservation.checkCapacity(capacity);
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException(
                    "heartbeat_interval_ms is " + interval.toMillis() + ": use a whole number above 0");
        }
    }

    /** One of a program that knows no steps. */
    public Heartbeat(
            GroupId group,
            NodeId node,
            String incarnation,
            Role role,
            long token,
            @Nullable String address,
            double capacity,
            Duration interval,
            boolean goodbye,
            @Nullable Sample sample,
            @Nullable HookTrouble hook,
            @Nullable Long clockMillis) {
        this(
                group,
                node,
                incarnation,
                role,
                token,
                address,
                capacity,
                interval,
                goodbye,
                sample,
                hook,
                clockMillis,
                NodeSteps.none());
    }

    /** The same with what is said about steps. */
    public Heartbeat with(NodeSteps other) {
        return new Heartbeat(
                group,
                node,
                incarnation,
                role,
                token,
                address,
                capacity,
                interval,
                goodbye,
                sample,
                hook,
                clockMillis,
                other);
    }

    private static boolean isAddress(String text) {
        return !text.isEmpty() && text.length() <= MAX_ADDRESS && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
