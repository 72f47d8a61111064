package io.fairlead.client;

import io.fairlead.store.OutcomeUnknownException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls that are answered from stores. Each has its end, on a thread where the application's code holds nothing up. */
final class StoreCalls {

    final Timeline timeline;
    private final Executor answers;
    private final Set<Open<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    StoreCalls(Timeline timeline, Executor answers) {
        this.timeline = timeline;
        this.answers = answers;
    }

    /** What is done for a call, in a turn. */
    interface Work<T> {
        void begin(Open<T> call);
    }

    /** A call that is under way. */
    final class Open<T> {
        final String what;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile Runnable stopLate = () -> {};

        Open(String what) {
            this.what = what;
        }

        boolean isOver() {
            return over.get();
        }

        /** Has something done after a time, if the call is not over by then. */
        void after(Duration time, Runnable late) {
            stopLate = timeline.after(time, () -> {
                if (!over.get()) {
                    late.run();
                }
            });
        }

        void succeed(T value) {
            end(() -> result.complete(value));
        }

        void fail(CallException why) {
            end(() -> result.completeExceptionally(why));
        }

        private void end(Runnable completion) {
            if (over.compareAndSet(false, true)) {
                open.remove(this);
                stopLate.run();
                hand(completion);
            }
        }
    }

    <T> CompletableFuture<T> begin(String what, Work<T> work) {
        Open<T> call = new Open<>(what);
        open.add(call);
        // Also reached when the caller ends the future himself.
        var unused = call.result.whenComplete((value, failure) -> call.end(() -> {}));
        timeline.execute(() -> {
            if (!call.isOver()) {
                work.begin(call);
            }
        });
        if (closed) {
            call.fail(closedBefore(what));
        }
        return call.result;
    }

    /** What a store answers, or {@link OutcomeUnknownException} after a time, whatever the store does. Ends on any thread. */
    <T> CompletableFuture<T> within(Duration time, Supplier<CompletionStage<T>> asked) {
        CompletableFuture<T> bounded = new CompletableFuture<>();
        Runnable stop = timeline.after(
                time,
                () -> bounded.completeExceptionally(
                        new OutcomeUnknownException("no answer within " + Range.words(time))));
        try {
            var unused = asked.get().whenComplete((answer, failure) -> {
                stop.run();
                if (failure == null) {
                    bounded.complete(answer);
                } else {
                    bounded.completeExceptionally(cause(failure));
                }
            });
        } catch (RuntimeException thrown) {
            stop.run();
            bounded.completeExceptionally(thrown);
        }
        return bounded;
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** What a failure of a store is to a caller. */
    static CallException trouble(String what, @Nullable Throwable failure) {
        Throwable cause = failure == null ? new IllegalStateException("no answer and no failure") : cause(failure);
        if (cause instanceof CallException known) {
            return known;
        }
        String reason = OneLine.of(String.valueOf(cause.getMessage()));
        return cause instanceof OutcomeUnknownException
                ? new CallException(
                        CallException.STORE_AWAY,
                        what + ": whether it was done is not known: " + reason + " (ask again)",
                        cause)
                : new CallException(CallException.BAD_ANSWER, what + ": the store refuses: " + reason, cause);
    }

    void hand(Runnable completion) {
        try {
            answers.execute(completion);
        } catch (RejectedExecutionException closedNow) {
            completion.run();
        }
    }

    private static CallException closedBefore(String what) {
        return new CallException(CallException.CLOSED, what + ": the client was closed", null);
    }

    int underWay() {
        return open.size();
    }

    /** Ends all calls that are under way, and refuses further ones. */
    void close() {
        closed = true;
        for (Open<?> call : open) {
            call.fail(closedBefore(call.what));
        }
    }
}
