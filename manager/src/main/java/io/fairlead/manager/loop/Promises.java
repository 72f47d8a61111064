package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For how long a primary goes on without the answers of this manager, as the nodes tell that have promised it so. Touched by the loop's
 * thread only.
 */
final class Promises {

    private static final Logger LOG = LoggerFactory.getLogger(Promises.class);

    /** A cable that is put back is no alarm. What lasts for longer does not mend itself. */
    private static final Duration ALARM_AFTER = Duration.ofSeconds(60);

    private final Roster roster;
    private @Nullable NodeId held;
    private Duration since = Duration.ZERO;

    Promises(Roster roster) {
        this.roster = roster;
    }

    /** The primary to which a node that is heard has promised not to take over, and still does; or null. */
    @Nullable NodeId held(Duration now) {
        return roster.members().stream()
                .filter(member -> roster.isHeard(member.id, now) && member.isBound(now))
                .map(member -> member.beat().steps().promisedTo())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Notices that one begins to go on so, or ceases to. */
    void look(Duration now) {
        NodeId next = held(now);
        if (Objects.equals(next, held)) {
            return;
        }
        if (held != null) {
            LOG.warn(
                    "group {}: {} no longer goes on by the promises of others, after {} s",
                    roster.group(),
                    held,
                    now.minus(since).toSeconds());
        }
        if (next != null) {
            LOG.warn(
                    "group {}: {} goes on as primary by the promises of others: mend the way between it and this manager",
                    roster.group(),
                    next);
        }
        held = next;
        since = now;
    }

    /** The primary that has gone on so for long enough that somebody should know, or null. */
    @Nullable NodeId heldForLong(Duration now) {
        return now.minus(since).compareTo(ALARM_AFTER) >= 0 ? held : null;
    }
}
