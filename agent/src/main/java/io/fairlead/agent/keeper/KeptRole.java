package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.role.HookWatch;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What the keeper has to know of the role and the hooks of this node, said to it at the right moment. */
public final class KeptRole implements HookWatch {
    /** A demote that failed is run again after 64 s at the latest; so long the keeper leaves it to a living agent. */
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(66);

    private static final Duration UNTOLD = Duration.ofMillis(100);

    private enum Standing {
        STANDBY,
        HELD,
        ENDING,
        DRAINING
    }

    private final Keeper keeper;
    private Standing standing = Standing.STANDBY;
    private Demote demote = new Demote(Duration.ZERO, new TreeMap<>(), false);
    private String running = "";

    /** The role that the keeper laid down and a hook of this agent may have taken up again since; no token is negative. */
    private long takenUp = -1;

    /** A node that has never held a role. */
    public KeptRole(Keeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public synchronized void held(Duration left, Demote then) {
        standing = Standing.HELD;
        demote = then;
        until(demote.singleWriter() ? Said.WRITER : Said.PRIMARY, left);
    }

    @Override
    public synchronized void draining(Duration left, Demote fence) {
        standing = Standing.DRAINING;
        demote = fence;
        until(Said.DRAINING, left);
    }

    @Override
    public synchronized void layingDown(Demote now) {
        standing = Standing.ENDING;
        demote = now;
        within(demote.limit());
    }

    @Override
    public synchronized void laidDown() {
        if (standing == Standing.ENDING || standing == Standing.DRAINING) {
            standing = Standing.STANDBY;
            keeper.standby();
        }
    }

    /**
     * The keeper's hooks have ended first; a demote that it ran meanwhile is not run again. What a hook is about to start, the
     * keeper must be able to end, so it is told first, or a tenth of a second has passed; what ends a role does not wait for that.
     */
    @Override
    public boolean begins(Run run) throws InterruptedException {
        OptionalLong laidDown = keeper.turn().begin();
        if (isDone(run, laidDown)) {
            keeper.turn().end();
            return false;
        }
        begun(run, RunningHook.starting(run.mark()));
        if (endsRole(run)) {
            within(run.limit());
            return true;
        }
        boolean told = false;
        try {
            keeper.awaitTold(UNTOLD);
            told = true;
        } finally {
            if (!told) {
                ended(run, false);
            }
        }
        return true;
    }

    private synchronized boolean isDone(Run run, OptionalLong laidDown) {
        if (run.kind() == Kind.OTHER) {
            takenUp = laidDown.orElse(takenUp);
        }
        return run.kind() == Kind.DEMOTE && run.token() != takenUp && laidDown.equals(OptionalLong.of(run.token()));
    }

    private static boolean endsRole(Run run) {
        return run.kind() == Kind.DEMOTE || run.kind() == Kind.FENCE;
    }

    @Override
    public void runs(Run run, long pid) {
        begun(run, RunningHook.of(pid, run.mark()));
    }

    private synchronized void begun(Run run, RunningHook hook) {
        running = run.mark();
        keeper.turn().note(hook);
        keeper.hookBegan(hook);
    }

    @Override
    public synchronized void ended(Run run, boolean succeeded) {
        keeper.turn().end();
        if (running.equals(run.mark())) {
            running = "";
            keeper.hookEnded();
        }
        if (endsRole(run) && !succeeded) {
            within(BETWEEN_ATTEMPTS);
        }
    }

    /** Where the role has been laid down already, or a new one was gained, no demote moves its end. */
    private synchronized void within(Duration time) {
        if (standing == Standing.ENDING) {
            until(demote.singleWriter() ? Said.CUTTING : Said.PRIMARY, time);
        }
    }

    private void until(Said said, Duration left) {
        keeper.until(said, left, new Keeper.Demote(demote.limit(), demote.environment()));
    }
}
