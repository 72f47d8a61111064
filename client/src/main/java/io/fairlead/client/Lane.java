package io.fairlead.client;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One piece of work that runs application code, on one thread at a time. However often it is woken while it runs, it runs
 * once more after that: nothing queues up behind slow code.
 */
final class Lane {

    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int RUNNING_AND_WOKEN = 2;

    private final Executor threads;
    private final Runnable work;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    Lane(Executor threads, Runnable work) {
        this.threads = threads;
        this.work = work;
    }

    /** Whether the work is not running. */
    boolean isIdle() {
        return state.get() == IDLE;
    }

    /** Has the work done at least once from now on. */
    void wake() {
        if (state.getAndUpdate(now -> now == IDLE ? RUNNING : RUNNING_AND_WOKEN) == IDLE) {
            start();
        }
    }

    private void start() {
        try {
            threads.execute(this::run);
        } catch (RejectedExecutionException closed) {
            state.set(IDLE);
        }
    }

    private void run() {
        try {
            work.run();
        } finally {
            if (state.getAndUpdate(now -> now == RUNNING ? IDLE : RUNNING) == RUNNING_AND_WOKEN) {
                start();
            }
        }
    }
}
