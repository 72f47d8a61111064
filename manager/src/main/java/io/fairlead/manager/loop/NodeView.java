package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.primary.Standing;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One node of a group as it is shown.
 *
 * @param node the node
 * @param life whether it is heard of
 * @param role what it is
 * @param age time since its last heartbeat
 * @param beat its last heartbeat
 * @param heardHere whether the manager heard that since its own start; else its role and token are not known
 * @param from where its connection comes from
 * @param sample the newest sample that advanced, or null
 * @param standing where it stood in the last round, or null before its first
 * @param conflict the other process that uses its id, or null
 * @param clockSkew its clock less the manager's when its last heartbeat came in, or null if it does not tell
 */
public record NodeView(
        NodeId node,
        Life life,
        Role role,
        Duration age,
        Heartbeat beat,
        boolean heardHere,
        String from,
        @Nullable Sample sample,
        @Nullable Standing standing,
        @Nullable IdConflict conflict,
        @Nullable Duration clockSkew) {

    /** Whether its heartbeats arrive, late ones included: it would come back at once if it were removed. */
    public boolean isHeard() {
        return life == Life.ALIVE || life == Life.LATE;
    }

    /** For how much longer it takes no role, as far as it has said; zero if it is free. */
    public Duration boundLeft() {
        Duration left = beat.steps().bound().minus(age);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether a node is heard of. */
    public enum Life {
        /** Its heartbeats arrive. */
        ALIVE,
        /** A heartbeat is overdue; this changes nothing. */
        LATE,
        /** Silent for so long that it counts as dead. */
        DEAD,
        /** It said goodbye. */
        GONE;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The name on the wire. */
        public String label() {
            return label;
        }
    }
}
