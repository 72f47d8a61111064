package io.fairlead.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads that start at one moment. */
final class Race {

    private Race() {}

    /** What one of the racing threads does. */
    interface Runner {

        /** Runs; the runner's number begins at 0. */
        void run(int number);
    }

    /** Lets runners run until all have finished; the first failure fails the race. */
    static void of(int runners, Runner runner) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(runners);
        try {
            CyclicBarrier start = new CyclicBarrier(runners);
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < runners; i++) {
                int number = i;
                ends.add(threads.submit(() -> {
                    start.await();
                    runner.run(number);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
