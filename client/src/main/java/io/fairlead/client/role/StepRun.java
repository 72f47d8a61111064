package io.fairlead.client.role;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One callback on a thread of its own, so that whoever waits for it can stop waiting. */
final class StepRun implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(StepRun.class);
    private static final Duration DRAIN_LOOK = Duration.ofSeconds(1);
    private static final Duration UNWILLING = Duration.ofMillis(100);

    private final RoleCallbacks callbacks;
    private final StepOrder order;
    private final NodeMemory memory;
    private final Thread thread;
    private final CompletableFuture<StepEnd> gone = new CompletableFuture<>();
    private final CompletableFuture<StepEnd> cut = new CompletableFuture<>();
    private boolean unanswered;

    StepRun(RoleCallbacks callbacks, StepOrder order, NodeMemory memory) {
        this.callbacks = callbacks;
        this.order = order;
        this.memory = memory;
        this.thread = new Thread(this, "fairlead-" + order.step().word());
        this.thread.setDaemon(true);
    }

    StepOrder order() {
        return order;
    }

    /** Ends it; may be called from any thread, and before it begins. The first {@code why} counts. */
    void cut(String why) {
        cut.complete(StepEnd.cut(why));
    }

    /** Begins, and waits for the end: its own, that of its time, or that which a newer order makes. */
    StepEnd attend(Duration limit) throws InterruptedException {
        if (!cut.isDone()) {
            thread.start();
            isEndedAfter(limit, CompletableFuture.anyOf(gone, cut));
        }
        // What ended by itself may have failed for a reason of its own, which is not to be lost because an order came
        // then.
        if (gone.isDone()) {
            return gone.join();
        }
        boolean late = thread.isAlive() && !cut.isDone();
        thread.interrupt();
        leave();
        if (cut.isDone()) {
            return cut.join();
        }
        return late
                ? StepEnd.failed("it took longer than " + order.change().limit().toMillis() + " ms")
                : gone.join();
    }

    /** A callback that does not heed its interruption is left alone; its end says nothing any more. */
    private void leave() throws InterruptedException {
        if (thread.isAlive() && !isEndedAfter(UNWILLING, gone)) {
            LOG.warn(
                    "step {} goes on although it was interrupted; what comes next does not wait for it", order.words());
        }
    }

    private static boolean isEndedAfter(Duration time, CompletableFuture<?> end) throws InterruptedException {
        try {
            end.get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("neither end fails", e);
        }
    }

    @Override
    public void run() {
        StepEnd end = StepEnd.failed("it ended in an odd way");
        boolean interrupted = false;
        try {
            end = call();
        } catch (InterruptedException e) {
            interrupted = true;
            end = StepEnd.failed("it was interrupted");
        } catch (Exception | LinkageError | AssertionError e) {
            end = StepEnd.failed(words(e));
            LOG.debug("step {} failed", order.words(), e);
        } finally {
            gone.complete(end);
            // Whoever cut it may have left by now.
            if (cut.isDone() && end.failed() && !interrupted) {
                LOG.warn("step {} failed while it was being ended: {}", order.words(), end.why());
            }
        }
    }

    private StepEnd call() throws Exception {
        RoleChange change = order.change();
        switch (order.step()) {
            case PREPARE -> {
                memory.check();
                callbacks.prepare(change);
            }
            case PROMOTE -> callbacks.promote(change);
            case DEMOTE -> callbacks.demote(change);
            case CLEANUP -> callbacks.cleanup(change);
            case FENCE -> {
                return callbacks.fence(change) ? StepEnd.DONE : StepEnd.ABSENT;
            }
            case DRAIN -> drain(change);
            case HALT -> throw new IllegalArgumentException("nothing is done to halt");
        }
        return StepEnd.DONE;
    }

    private void drain(RoleChange change) throws Exception {
        while (left(change) > 0) {
            TimeUnit.MILLISECONDS.sleep(DRAIN_LOOK.toMillis());
        }
    }

    /** A question that fails is no answer, and what is not known to have ended still runs; told once for each change. */
    private long left(RoleChange change) throws InterruptedException {
        try {
            return callbacks.drainStatus(change);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            if (unanswered) {
                LOG.debug("what still runs is not known", e);
            } else {
                LOG.warn(
                        "step {}: what still runs is not known and is taken to run until the time is over: {}",
                        order.words(),
                        words(e));
            }
            unanswered = true;
            return 1;
        }
    }

    private static String words(Throwable problem) {
        String message = problem.getMessage();
        return message == null ? problem.getClass().getSimpleName() : message;
    }
}
