package io.fairlead.client;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/** Calls to one manager: a bounded number of them under way at one time, each with its end within its budget. */
final class Calls {

    final URI manager;
    final Wire wire;
    final Timeline timeline;
    private final Executor answers;
    final RetryRule rule;

    /** Asked by turns only. */
    final RandomGenerator random;

    private final int most;
    private final Semaphore slots;
    private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * The way to a manager.
     *
     * @param manager its address
     * @param wire the way there
     * @param timeline time and turns
     * @param answers runs what is chained to a result
     */
    record Way(URI manager, Wire wire, Timeline timeline, Executor answers) {}

    Calls(Way way, BackOff backOff, int most, RandomGenerator random) {
        this.manager = way.manager;
        this.wire = way.wire;
        this.timeline = way.timeline;
        this.answers = way.answers;
        this.rule = new RetryRule(backOff);
        this.most = most;
        this.slots = new Semaphore(most);
        this.random = random;
    }

    /** Begins a call. Who cancels what is returned, or ends it otherwise, frees its slot at once. */
    <T> CompletableFuture<T> begin(Errand<T> errand) {
        if (closed) {
            return CompletableFuture.failedFuture(closedBefore(errand.what()));
        }
        if (!slots.tryAcquire()) {
            return CompletableFuture.failedFuture(new CallException(
                    CallException.TOO_MANY_CALLS,
                    errand.what() + ": " + most + " calls to " + manager
                            + " are under way, which is the limit: ask again when one has ended, or raise inFlight",
                    null));
        }
        Call<T> call = new Call<>(this, errand);
        open.add(call);
        call.begin();
        if (closed) {
            call.fail(closedBefore(errand.what()));
        }
        return call.result();
    }

    private static CallException closedBefore(String what) {
        return new CallException(CallException.CLOSED, what + ": the client was closed", null);
    }

    void ended(Call<?> call) {
        open.remove(call);
        slots.release();
    }

    /** Ends a future where the application's code that is chained to it holds up nothing. */
    void hand(Runnable completion) {
        try {
            answers.execute(completion);
        } catch (RejectedExecutionException closedNow) {
            completion.run();
        }
    }

    int underWay() {
        return open.size();
    }

    /** Ends all calls that are under way, and refuses further ones. */
    void close() {
        closed = true;
        for (Call<?> call : open) {
            call.fail(closedBefore(call.what()));
        }
    }
}
