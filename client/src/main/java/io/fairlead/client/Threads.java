package io.fairlead.client;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one client, all of them daemons: one for time, four for the network, four that hand answers over, and one
 * for each piece of the application's code that is running. All but the first end when they have nothing to do.
 */
final class Threads {

    private static final int FEW = 4;
    private static final long IDLE_SECONDS = 5;

    final ThreadTimeline timeline = new ThreadTimeline(named("time"));
    final ThreadPoolExecutor network = few("network");

    /** Runs what an application chained to its calls; should it wait there, neither time nor network do. */
    final ThreadPoolExecutor answers = few("answers");

    /** Runs suppliers and listeners; {@link Lane} sees to it that each has one thread at most. */
    final ThreadPoolExecutor lanes = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named("application"));

    private static ThreadPoolExecutor few(String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                FEW, FEW, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "fairlead-client-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Lets what is under way end, and begins nothing new. The application's code is not interrupted. The network's threads
     * end by themselves when they have been idle: the JDK's HTTP client, turned away by its threads in the middle of an
     * exchange, would wait for that exchange's end for ever.
     */
    void close() {
        timeline.close();
        answers.shutdown();
        lanes.shutdown();
    }
}
