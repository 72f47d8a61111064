package io.fairlead.client;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time, and one thread that takes the turns. */
final class ThreadTimeline implements Timeline {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimeline.class);

    private final ScheduledThreadPoolExecutor thread;

    ThreadTimeline(ThreadFactory factory) {
        thread = new ScheduledThreadPoolExecutor(1, factory);
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void execute(Runnable turn) {
        after(Duration.ZERO, turn);
    }

    @Override
    public Runnable after(Duration wait, Runnable turn) {
        try {
            ScheduledFuture<?> scheduled = thread.schedule(() -> safely(turn), wait.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException closed) {
            // After the client was closed nothing is due any more.
            return () -> {};
        }
    }

    private static void safely(Runnable turn) {
        try {
            turn.run();
        } catch (RuntimeException bug) {
            LOG.error("a turn failed because of a bug in the Fairlead client", bug);
        }
    }

    void close() {
        thread.shutdownNow();
    }
}
