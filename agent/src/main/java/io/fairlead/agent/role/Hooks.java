package io.fairlead.agent.role;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the ordered hooks on a thread of its own, never two at once.
 *
 * <p>The newest order wins: it replaces one that waits, and a demote ends a running promote at once, for a demote waits
 * for nothing. A running demote is never ended by a newer order; what it undoes must be undone first.
 *
 * <p>A demote that failed is run again, with growing pauses, until it succeeds or another order comes: as long as it has
 * not succeeded, this node may still do the primary's work.
 */
final class Hooks implements RoleHolder.Orders, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

    /** An order, and how many times it failed already. */
    private record Waiting(HookOrder order, Consumer<HookResult> ended, int failures) {}

    private record Again(Waiting order, long due) {}

    private final Identity self;
    private final HookFolder folder;
    private final HookRun.Limits limits;
    private final Thread thread;
    private final HookBook book = new HookBook();
    private @Nullable Waiting waiting;
    private @Nullable Again again;
    private @Nullable HookRun running;
    private boolean runningPromote;
    private boolean closed;

    Hooks(Identity self, HookFolder folder, HookRun.Limits limits) {
        this.self = self;
        this.folder = folder;
        this.limits = limits;
        this.thread = new Thread(this::work, "fairlead-hooks");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    @Override
    public void order(HookOrder order, Consumer<HookResult> ended) {
        Waiting replaced = replaceWith(new Waiting(order, ended, 0));
        if (replaced != null) {
            LOG.info(
                    "hook {} is not run: {} was ordered after it",
                    HookNews.word(replaced.order()),
                    HookNews.word(order));
            replaced.ended().accept(HookResult.without(HookResult.End.REPLACED_BY_NEWER, ""));
        }
    }

    /** What became of each hook so far. */
    HookBook book() {
        return book;
    }

    private synchronized @Nullable Waiting replaceWith(Waiting newest) {
        Waiting replaced = waiting;
        waiting = newest;
        again = null;
        if (running != null && runningPromote && newest.order().hook() == HookOrder.Hook.DEMOTE) {
            running.endAtOnce();
        }
        notifyAll();
        return replaced;
    }

    /** Ends the thread and whatever runs; orders that wait are not run any more. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (running != null) {
                running.endAtOnce();
            }
            notifyAll();
        }
        try {
            thread.join(limits.grace().toMillis() + 2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            while (true) {
                Waiting next = next();
                if (next == null) {
                    return;
                }
                HookResult result = runSafely(next.order());
                boolean news = book.note(next.order().hook(), result, Instant.now());
                HookNews.tell(next.order(), result, next.failures(), news);
                repeatLater(next, result);
                next.ended().accept(result);
            }
        } catch (InterruptedException e) {
            LOG.error("the hooks thread was interrupted; no hook will run any more");
        }
    }

    /** A bug in one run must not end the thread on which every later hook runs. */
    private HookResult runSafely(HookOrder order) throws InterruptedException {
        try {
            return run(order);
        } catch (RuntimeException bug) {
            LOG.error("hook {} was not run because of a bug in this agent", HookNews.word(order), bug);
            return HookResult.without(HookResult.End.NOT_STARTED, String.valueOf(bug.getMessage()));
        }
    }

    private synchronized void repeatLater(Waiting order, HookResult result) {
        running = null;
        if (waiting == null && order.order().hook() == HookOrder.Hook.DEMOTE && result.failed()) {
            int failures = order.failures() + 1;
            Waiting repeated = new Waiting(order.order(), order.ended(), failures);
            again = new Again(
                    repeated, System.nanoTime() + limits.pauseAfter(failures).toNanos());
        }
    }

    private synchronized @Nullable Waiting next() throws InterruptedException {
        while (waiting == null && !closed) {
            Again repeated = again;
            if (repeated == null) {
                wait();
                continue;
            }
            long nanos = repeated.due() - System.nanoTime();
            if (nanos <= 0) {
                waiting = repeated.order();
                again = null;
            } else {
                TimeUnit.NANOSECONDS.timedWait(this, nanos);
            }
        }
        Waiting next = waiting;
        waiting = null;
        return closed ? null : next;
    }

    private HookResult run(HookOrder order) throws InterruptedException {
        var executable = folder.executable(order.hook());
        if (executable.isEmpty()) {
            return HookResult.absent();
        }
        HookRun run = new HookRun(executable.get(), order.environment(self), limits);
        synchronized (this) {
            running = run;
            runningPromote = order.hook() == HookOrder.Hook.PROMOTE;
            if (closed || (runningPromote && waiting != null && waiting.order().hook() == HookOrder.Hook.DEMOTE)) {
                run.endAtOnce();
            }
        }
        return run.run();
    }
}
