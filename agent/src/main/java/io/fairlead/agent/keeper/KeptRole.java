package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.role.HookWatch;
import java.time.Duration;
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
     * The keeper's hooks have ended first. What a hook is about to start, the keeper must
     * be able to end, so it is told first, or a tenth of a second has passed; what ends a role does not wait for that.
     */
    @Override
    public void begins(Kind kind, Duration limit) throws InterruptedException {
        keeper.turn().begin();
        if (kind != Kind.OTHER) {
            within(limit);
            return;
        }
        boolean told = false;
        try {
            keeper.awaitTold(UNTOLD);
            told = true;
        } finally {
            if (!told) {
                keeper.turn().end();
            }
        }
    }

    @Override
    public synchronized void runs(Kind kind, long pid, String mark) {
        running = mark;
        keeper.turn().note(pid, mark);
        keeper.hookBegan(pid, mark);
    }

    @Override
    public synchronized void ended(Kind kind, String mark, boolean succeeded) {
        keeper.turn().end();
        if (running.equals(mark)) {
            running = "";
            keeper.hookEnded();
        }
        if (kind != Kind.OTHER && !succeeded) {
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
