package io.fairlead.agent.role;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets one hook run at a time. A question makes way for a step, which waits for it no longer than a tenth of a second, and none
 * begins while a step runs.
 */
final class HookGate {
    private static final Duration UNWILLING = Duration.ofMillis(100);

    private int steps;
    private @Nullable Thread asking;

    /** A run of a hook. */
    interface Run<T> {
        T run() throws InterruptedException;
    }

    /** Runs a step, after whatever runs was ended for it. */
    <T> T step(Run<T> run) throws InterruptedException {
        makeWay();
        try {
            return run.run();
        } finally {
            ended();
        }
    }

    private synchronized void makeWay() throws InterruptedException {
        if (asking != null) {
            asking.interrupt();
        }
        long end = System.nanoTime() + UNWILLING.toNanos();
        for (long left = UNWILLING.toNanos(); asking != null && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        steps++;
    }

    private synchronized void ended() {
        steps--;
    }

    /** Runs a question, or throws {@link InterruptedException} where it has to make way; empty hands where a hook runs. */
    <T> @Nullable T question(Run<T> run) throws InterruptedException {
        if (!mayAsk()) {
            return null;
        }
        try {
            return run.run();
        } finally {
            asked();
        }
    }

    private synchronized boolean mayAsk() {
        if (steps > 0 || asking != null) {
            return false;
        }
        asking = Thread.currentThread();
        return true;
    }

    private synchronized void asked() {
        asking = null;
        notifyAll();
    }
}
