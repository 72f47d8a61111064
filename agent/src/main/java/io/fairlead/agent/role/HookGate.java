package io.fairlead.agent.role;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets one hook run at a time. A question makes way for a step, which waits for it no longer than a tenth of a second. */
final class HookGate {
    private static final Duration UNWILLING = Duration.ofMillis(100);

    private final Semaphore free = new Semaphore(1);
    private @Nullable Thread asking;

    /** A run of a hook. */
    interface Run<T> {
        T run() throws InterruptedException;
    }

    /** Runs a step, after whatever runs was ended for it. */
    <T> T step(Run<T> run) throws InterruptedException {
        makeWay();
        boolean alone = free.tryAcquire(UNWILLING.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return run.run();
        } finally {
            if (alone) {
                free.release();
            }
        }
    }

    /** Runs a question, or throws {@link InterruptedException} where it has to make way; empty hands where a hook runs. */
    <T> @Nullable T question(Run<T> run) throws InterruptedException {
        if (!free.tryAcquire()) {
            return null;
        }
        try {
            asks(Thread.currentThread());
            return run.run();
        } finally {
            asks(null);
            free.release();
        }
    }

    private synchronized void asks(@Nullable Thread thread) {
        asking = thread;
    }

    private synchronized void makeWay() {
        if (asking != null) {
            asking.interrupt();
        }
    }
}
