package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a manager must know again of a node after a restart.
 *
 * @param node the node
 * @param incarnation its process
 * @param lives how often the manager has made it count as restarted
 * @param address what clients are told when it is primary, or null
 * @param from where its connection comes from
 * @param capacity relative size of the machine
 * @param interval time between two heartbeats
 * @param gone whether it said goodbye
 * @param sequence number of its last measurement, -1 before the first
 * @param age time since its last heartbeat, at the moment of remembering
 */
public record MemberMemory(
        NodeId node,
        String incarnation,
        int lives,
        @Nullable String address,
        String from,
        double capacity,
        Duration interval,
        boolean gone,
        long sequence,
        Duration age) {

    /** Whether only what changes all the time differs: the last measurement and the last heartbeat. */
    boolean isSameBut(MemberMemory later) {
        return equals(new MemberMemory(
                later.node,
                later.incarnation,
                later.lives,
                later.address,
                later.from,
                later.capacity,
                later.interval,
                later.gone,
                sequence,
                age));
    }
}
