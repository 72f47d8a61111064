package io.fairlead.client.role;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the ordered steps done, never two at once.
 *
 * <p>The newest order wins: it replaces one that waits, and some end one that runs ({@link RoleStep#ends}), which is
 * interrupted and waited for a tenth of a second, and no longer.
 *
 * <p>A demote that failed is followed by a fence. Where that does not help it is done again, with growing pauses, until it
 * succeeds or another order comes; so is a fence that was ordered by itself.
 */
final class StepRunner implements RoleHolder.Orders, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StepRunner.class);
    private static final int MOST_DOUBLINGS = 6;
    private static final String STOPS = "this node stops";

    /** An order, and how many times it failed already. */
    private record Waiting(StepOrder order, BiConsumer<StepOrder, StepEnd> ended, int failures) {}

    private record Again(Waiting order, long due) {}

    private final RoleCallbacks callbacks;
    private final Duration firstPause;
    private final NodeMemory memory;
    private final Thread thread;
    private final Map<RoleStep, Integer> failing = new EnumMap<>(RoleStep.class);
    private @Nullable Waiting waiting;
    private @Nullable Again again;
    private @Nullable StepRun running;
    private volatile boolean last;
    private boolean closed;

    /**
     * Starts its thread.
     *
     * @param firstPause the time before a demote that failed is done again for the first time
     * @param memory without which nothing is prepared
     */
    StepRunner(RoleCallbacks callbacks, Duration firstPause, NodeMemory memory) {
        this.callbacks = callbacks;
        this.firstPause = firstPause;
        this.memory = memory;
        this.thread = new Thread(this::work, "fairlead-steps");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    @Override
    public void order(StepOrder order, BiConsumer<StepOrder, StepEnd> ended) {
        Waiting replaced = replaceWith(new Waiting(order, ended, 0));
        if (replaced != null) {
            LOG.info(
                    "step {} is not taken: {} was ordered after it",
                    replaced.order().words(),
                    order.words());
        }
    }

    /**
     * The node stops: what is done from now on is done once. Whoever ordered a demote that fails hears of it when its fence has
     * ended, and not before, for that decides whether the node may say goodbye.
     */
    void lastSteps() {
        last = true;
    }

    /** The step that fails, the demote before the promote. */
    synchronized Optional<StepTrouble> trouble() {
        return trouble(RoleStep.DEMOTE).or(() -> trouble(RoleStep.PROMOTE));
    }

    private Optional<StepTrouble> trouble(RoleStep step) {
        return Optional.ofNullable(failing.get(step)).map(attempts -> new StepTrouble(step, attempts));
    }

    private synchronized @Nullable Waiting replaceWith(Waiting newest) {
        Waiting replaced = waiting;
        waiting = newest;
        again = null;
        if (running != null && newest.order().step().ends(running.order().step())) {
            running.cut(newest.order().whyItEnds());
        }
        notifyAll();
        return replaced;
    }

    /** Ends the thread and whatever runs; orders that wait are not taken any more. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (running != null) {
                running.cut(STOPS);
            }
            notifyAll();
        }
        try {
            thread.join(callbacks.grace().toMillis() + 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            for (Waiting next = next(); next != null; next = next()) {
                if (next.order().step() != RoleStep.HALT) {
                    takeGuarded(next);
                }
            }
        } catch (InterruptedException e) {
            LOG.error("the thread of the steps was interrupted; no step will be taken any more");
        }
    }

    /** A fault in what hears of a step's end must not keep the next demote from being called. */
    private void takeGuarded(Waiting next) throws InterruptedException {
        try {
            take(next);
        } catch (RuntimeException bug) {
            LOG.error(
                    "the end of step {} was not heard because of a bug in this node",
                    next.order().words(),
                    bug);
        }
    }

    private void take(Waiting next) throws InterruptedException {
        StepEnd end = run(next.order());
        StepLog.ended(next.order(), end, next.failures(), last);
        if (next.order().step() == RoleStep.DEMOTE && end.failed()) {
            boolean toldBefore = !last;
            if (toldBefore) {
                next.ended().accept(next.order(), end);
            }
            end = fenced(next.order(), end);
            if (end.done()) {
                overcome(RoleStep.DEMOTE);
            }
            if (end.failed() && toldBefore) {
                repeatLater(next);
                return;
            }
        }
        next.ended().accept(next.order(), end);
        if (next.order().step() == RoleStep.FENCE && end.failed()) {
            repeatLater(next);
        }
    }

    private StepEnd fenced(StepOrder demote, StepEnd failure) throws InterruptedException {
        StepOrder fence =
                new StepOrder(RoleStep.FENCE, demote.id(), demote.change().because(RoleReason.DEMOTE_FAILED));
        StepEnd end = run(fence);
        StepLog.fenced(fence, end);
        return end.done() ? end : failure;
    }

    private synchronized void overcome(RoleStep step) {
        failing.remove(step);
    }

    private StepEnd run(StepOrder order) throws InterruptedException {
        StepRun run = new StepRun(callbacks, order, memory);
        synchronized (this) {
            running = run;
            if (closed) {
                run.cut(STOPS);
            } else if (waiting != null && waiting.order().step().ends(order.step())) {
                run.cut(waiting.order().whyItEnds());
            }
        }
        StepEnd end = run.attend(order.change().limit().plus(callbacks.grace()));
        synchronized (this) {
            running = null;
            if (end.failed()) {
                failing.merge(order.step(), 1, Integer::sum);
            } else if (!end.isCut()) {
                failing.remove(order.step());
            }
        }
        return end;
    }

    private synchronized void repeatLater(Waiting order) {
        if (waiting == null && !last) {
            int failures = order.failures() + 1;
            Duration pause = firstPause.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
            again = new Again(new Waiting(order.order(), order.ended(), failures), System.nanoTime() + pause.toNanos());
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
}
