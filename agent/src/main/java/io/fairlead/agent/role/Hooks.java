package io.fairlead.agent.role;

import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the ordered hooks on a thread of its own, never two at once.
 *
 * <p>The newest order wins: it replaces one that waits, and a demote ends a running promote at once, for a demote waits
 * for nothing. A running demote is never ended by a newer order; what it undoes must be undone first.
 */
final class Hooks implements RoleHolder.Orders, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

    private record Waiting(HookOrder order, Consumer<HookResult> ended) {}

    private final Identity self;
    private final HookFolder folder;
    private final HookRun.Limits limits;
    private final Thread thread;
    private @Nullable Waiting waiting;
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
        Waiting replaced = replaceWith(new Waiting(order, ended));
        if (replaced != null) {
            LOG.info("hook {} is not run: {} was ordered after it", word(replaced.order()), word(order));
            replaced.ended().accept(HookResult.without(HookResult.End.REPLACED_BY_NEWER, ""));
        }
    }

    private synchronized @Nullable Waiting replaceWith(Waiting newest) {
        Waiting replaced = waiting;
        waiting = newest;
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
                next.ended().accept(runSafely(next.order()));
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
            LOG.error("hook {} was not run because of a bug in this agent", word(order), bug);
            return HookResult.without(HookResult.End.NOT_STARTED, String.valueOf(bug.getMessage()));
        }
    }

    private synchronized @Nullable Waiting next() throws InterruptedException {
        running = null;
        while (waiting == null && !closed) {
            wait();
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
        HookResult result = run.run();
        tell(order, result);
        return result;
    }

    private static void tell(HookOrder order, HookResult result) {
        String took = String.format(Locale.ROOT, "%.1f s", result.took().toMillis() / 1000.0);
        switch (result.end()) {
            case EXITED -> {
                if (result.succeeded()) {
                    LOG.info("hook {} succeeded after {}", word(order), took);
                } else {
                    LOG.warn("hook {} failed after {}: exit code {}{}", word(order), took, result.exit(), said(result));
                }
            }
            case TIMED_OUT -> LOG.warn("hook {} was ended after {}: too slow{}", word(order), took, said(result));
            case ENDED_BY_NEWER -> LOG.info("hook {} was ended after {}: a newer order came", word(order), took);
            case NOT_STARTED -> LOG.warn("hook {} could not be started: {}", word(order), result.output());
            case ABSENT, REPLACED_BY_NEWER -> LOG.debug("hook {}: {}", word(order), result.end());
        }
    }

    /** The output on one line of the log, as far as it is readable. */
    private static String said(HookResult result) {
        StringBuilder line = new StringBuilder();
        result.output()
                .strip()
                .codePoints()
                .forEach(c -> line.append(c == '\n' ? " | " : Character.isISOControl(c) ? "?" : Character.toString(c)));
        return line.isEmpty() ? "" : "; it said: " + line;
    }

    private static String word(HookOrder order) {
        return order.hook().word() + " (token " + order.token() + ", " + order.reason() + ")";
    }
}
