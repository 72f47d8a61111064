package io.fairlead.manager.loop;

import java.time.Duration;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The real time line: this machine's monotonic clock and one thread.
 *
 * <p>A turn that throws is logged and the next one comes all the same. An {@link Error} is not caught: what it
 * left half done cannot be trusted. It ends the thread, and the process's handler of uncaught exceptions ends the rest.
 */
public final class ThreadTimeline implements Timeline, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimeline.class);

    /** A turn takes microseconds, so what is still waiting at the end is finished well within this. */
    private static final Duration LAST_TURNS = Duration.ofSeconds(2);

    private final long origin = System.nanoTime();
    private final AtomicLong order = new AtomicLong();
    private final DelayQueue<Turn> turns = new DelayQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    /** A timeline that begins now. */
    public ThreadTimeline() {
        this("fairlead-loop");
    }

    /** A timeline that begins now, with a name for its thread. */
    public ThreadTimeline(String threadName) {
        thread = new Thread(this::loop, threadName);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Duration now() {
        return Duration.ofNanos(nanos());
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    /** Refused with {@link RejectedExecutionException} once the timeline is closed. */
    @Override
    public void execute(Runnable turn) {
        if (closed) {
            throw new RejectedExecutionException("the manager is stopping");
        }
        turns.add(new Turn(nanos(), turn));
    }

    @Override
    public Runnable every(Duration delay, Duration period, Runnable turn) {
        AtomicBoolean ended = new AtomicBoolean();
        next(nanos() + delay.toNanos(), period.toNanos(), new Repeated(turn, ended));
        return () -> ended.set(true);
    }

    private void next(long due, long period, Repeated repeated) {
        turns.add(new Turn(due, () -> {
            if (repeated.ended().get()) {
                return;
            }
            long missed = Math.max(0, nanos() - due) / period;
            next(due + period * (missed + 1), period, repeated);
            repeated.turn().run();
        }));
    }

    /** A turn that comes again until it is ended. */
    private record Repeated(Runnable turn, AtomicBoolean ended) {}

    private long nanos() {
        return System.nanoTime() - origin;
    }

    private void loop() {
        while (!closed) {
            try {
                turns.take().work.run();
            } catch (InterruptedException wake) {
                LOG.debug("the loop was woken to end");
            } catch (RuntimeException bug) {
                LOG.error("a turn of the loop failed", bug);
            }
        }
        // Whoever handed a turn over waits for its answer; turns in the future are dropped.
        for (Turn last = turns.poll(); last != null; last = turns.poll()) {
            last.work.run();
        }
    }

    /** Ends the thread after the turns that already wait. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(LAST_TURNS.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("the loop's last turn did not end within {} ms", LAST_TURNS.toMillis());
        }
    }

    /** Some work and when it is due; turns that are due at the same moment run in the order in which they came. */
    private final class Turn implements Delayed {

        private final long due;
        private final long number = order.incrementAndGet();
        private final Runnable work;

        Turn(long due, Runnable work) {
            this.due = due;
            this.work = work;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Turn turn = (Turn) other;
            return due != turn.due ? Long.compare(due, turn.due) : Long.compare(number, turn.number);
        }
    }
}
