package io.fairlead.agent.role;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the role of this node, compares it with the clock at every question, and orders the hooks of each change. */
public final class RoleHolder {
    private static final Logger LOG = LoggerFactory.getLogger(RoleHolder.class);

    private final Identity self;
    private final LongSupplier clock;
    private final Orders hooks;
    private volatile RoleState state = RoleState.atStart();
    private CompletableFuture<HookResult> lastDemote = CompletableFuture.completedFuture(HookResult.absent());
    private boolean stopped;

    /** Takes orders for hooks and runs them one at a time. */
    interface Orders {
        /** Orders a hook; {@code ended} is told how it ended, from any thread, and again after each repetition. */
        void order(HookOrder order, Consumer<HookResult> ended);
    }

    /** Begins as a standby; {@code clock} is monotonic and counts nanoseconds. */
    RoleHolder(Identity self, LongSupplier clock, Orders hooks) {
        this.self = self;
        this.clock = clock;
        this.hooks = hooks;
    }

    /** Whether this node is primary now. */
    public boolean isPrimary() {
        return state.isPrimary(clock.getAsLong());
    }

    /** How long this node stays primary without another answer, counted from now; zero for a standby. */
    public Duration primaryFor() {
        RoleState now = state;
        long nanos = clock.getAsLong();
        return now.isPrimary(nanos) ? Duration.ofNanos(now.heldUntil() - nanos) : Duration.ZERO;
    }

    /** The role now. */
    public Role role() {
        return isPrimary() ? Role.PRIMARY : Role.STANDBY;
    }

    /** The highest fencing token that this node knows, 0 for none. */
    public long token() {
        return state.token();
    }

    /** Who is primary as far as this node was told, empty text for nobody. */
    public String primary() {
        return state.primary().map(Object::toString).orElse("");
    }

    /** Orders the demote hook of the start, whatever this node was before; answers how it ends. */
    synchronized CompletableFuture<HookResult> begin() {
        give(new HookOrder(HookOrder.Hook.DEMOTE, 0, RoleReason.START, "", ""));
        return lastDemote;
    }

    /** Takes an answer to a heartbeat that was sent at {@code sent}. */
    synchronized void answered(HeartbeatAnswer answer, long sent) {
        if (!stopped) {
            apply(state.answered(answer, sent, clock.getAsLong(), self.node()));
        }
    }

    /** Lays the role down where the time granted is over. */
    synchronized void look() {
        apply(state.looked(clock.getAsLong(), self.node()));
    }

    /** Nanoseconds until {@link #look} has something to do; the longest time there is for a standby. */
    long nanosToLook() {
        RoleState now = state;
        return now.role() == Role.PRIMARY ? Math.max(0, now.heldUntil() - clock.getAsLong()) : Long.MAX_VALUE;
    }

    /** Lays the role down for good; answers how the newest demote hook ends, the one of this stop or one before it. */
    synchronized CompletableFuture<HookResult> stop() {
        stopped = true;
        RoleState.Step step = state.stopping(self.node());
        apply(step);
        if (step.hooks().isEmpty() && lastDemote.isDone() && lastDemote.join().failed()) {
            // The last chance to undo what an earlier demote left behind: nothing repeats it once the agent is gone.
            give(new HookOrder(HookOrder.Hook.DEMOTE, token(), RoleReason.STOPPING, "", primary()));
        }
        return lastDemote;
    }

    private void apply(RoleState.Step step) {
        state = step.next();
        for (HookOrder order : step.hooks()) {
            tell(order);
            give(order);
        }
    }

    private void give(HookOrder order) {
        if (order.hook() == HookOrder.Hook.PROMOTE) {
            hooks.order(order, result -> promoteEnded(order, result));
            return;
        }
        CompletableFuture<HookResult> demoted = new CompletableFuture<>();
        lastDemote = demoted;
        hooks.order(order, result -> {
            if (!demoted.complete(result)) {
                demoted.obtrudeValue(result);
            }
        });
    }

    private synchronized void promoteEnded(HookOrder order, HookResult result) {
        if (result.failed()) {
            apply(state.promoteFailed(order.token(), self.node()));
        }
    }

    private void tell(HookOrder order) {
        boolean gained = order.hook() == HookOrder.Hook.PROMOTE;
        LOG.info(
                "group {}: {} is {}, because {}, token {}{}",
                self.group(),
                self.node(),
                (gained ? Role.PRIMARY : Role.STANDBY).word(),
                order.reason(),
                order.token(),
                gained ? other(", before it was ", order.from()) : other(", primary is now ", order.to()));
    }

    private static String other(String words, String node) {
        return node.isEmpty() ? "" : words + node;
    }
}
