package io.fairlead.agent.keeper;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the hooks of an agent begin only when no keeper of the node runs any: neither its own, which ran them while it stood still,
 * nor that of an agent that was killed before this one. What killed processes have left running is ended.
 */
final class AgentTurn {
    private static final Logger LOG = LoggerFactory.getLogger(AgentTurn.class);
    private static final long LOOK_MILLIS = 10;

    /** Longer than a keeper's demote and fence at the start of an agent take together: it stands still, or cannot end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String agent = UUID.randomUUID().toString();
    private final HookTurn own;
    private final HookTurn keepers;
    private int running;
    private boolean waits;
    private long waitsSince;

    AgentTurn(@Nullable Path lock) {
        own = HookTurn.ofAgent(lock);
        keepers = HookTurn.ofKeeper(lock);
    }

    /** Names this run of the agent, so that no other takes what its keeper did for what was done for itself. */
    String agent() {
        return agent;
    }

    /**
     * Waits for the turn; where that is interrupted, it is not had. Answers the token of the role that the agent's keeper laid down
     * last, empty for none.
     */
    synchronized OptionalLong begin() throws InterruptedException {
        Optional<HookTurn.Seen> seen = tryBegin();
        while (seen.isEmpty()) {
            TimeUnit.MILLISECONDS.timedWait(this, LOOK_MILLIS);
            seen = tryBegin();
        }
        running++;
        return seen.get().note() instanceof TurnNote.LaidDown down
                        && down.agent().equals(agent)
                ? OptionalLong.of(down.token())
                : OptionalLong.empty();
    }

    private Optional<HookTurn.Seen> tryBegin() {
        if (running == 0 && !own.take()) {
            return Optional.empty();
        }
        HookTurn.Seen seen = keepers.look();
        if (seen.held() && isWorthWaiting()) {
            if (running == 0) {
                own.release();
            }
            return Optional.empty();
        }
        if (!seen.held()) {
            waits = false;
            seen.hook().ifPresent(RunningHook::end);
        }
        return Optional.of(seen);
    }

    private boolean isWorthWaiting() {
        long now = System.nanoTime();
        if (!waits) {
            waits = true;
            waitsSince = now;
        }
        boolean worth = now - waitsSince < PATIENCE.toNanos();
        if (!worth) {
            LOG.warn(
                    "a keeper of this node has run hooks for more than {} s; they are no longer waited for",
                    PATIENCE.toSeconds());
        }
        return worth;
    }

    /** This hook runs now, or is started next. */
    void note(RunningHook hook) {
        own.note(new TurnNote.Runs(hook));
    }

    /** A hook has ended. */
    synchronized void end() {
        if (running > 0 && --running == 0) {
            own.note(new TurnNote.Nothing());
            own.release();
        }
    }
}
