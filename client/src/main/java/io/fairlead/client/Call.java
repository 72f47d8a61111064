package io.fairlead.client;

import io.fairlead.client.RetryRule.Attempt;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call on its way: tries until it has a result, may not try again, or its budget is spent. */
final class Call<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private final Calls calls;
    private final Errand<T> errand;
    private final long begun;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();

    // Touched by turns only.
    private int tries;
    private @Nullable CompletableFuture<Wire.Answer> exchange;
    private Runnable stopWaiting = () -> {};
    private Runnable stopDeadline = () -> {};
    private @Nullable CallException lastTrouble;

    Call(Calls calls, Errand<T> errand) {
        this.calls = calls;
        this.errand = errand;
        this.begun = calls.timeline.nanos();
    }

    CompletableFuture<T> result() {
        return result;
    }

    String what() {
        return errand.what();
    }

    void begin() {
        // Also reached when the caller ends the future himself, by cancelling it or by a time limit of his own.
        var unused = result.whenComplete((value, failure) -> end());
        calls.timeline.execute(() -> {
            if (!over.get()) {
                stopDeadline = calls.timeline.after(left(), this::outOfTime);
                attempt();
            }
        });
    }

    private Duration left() {
        return errand.budget().minusNanos(calls.timeline.nanos() - begun);
    }

    private void attempt() {
        if (over.get()) {
            return;
        }
        tries++;
        long sent = calls.timeline.nanos();
        CompletableFuture<Wire.Answer> sending = calls.wire.send(errand.request());
        exchange = sending;
        var unused = sending.whenComplete((answer, failure) -> {
            if (!over.get()) {
                judge(answer, failure, sent);
            }
        });
    }

    /** Reads an answer on the thread that brought it, so that long ones do not hold up the time line. */
    private void judge(Wire.@Nullable Answer answer, @Nullable Throwable failure, long sent) {
        if (answer == null) {
            trouble(Trouble.of(errand.what(), calls.manager, failure == null ? new IOException() : failure));
            return;
        }
        try {
            if (answer.status() / 100 == 2) {
                succeed(errand.reader().read(Document.read(answer.text()), sent));
                return;
            }
            Trouble refusal = Trouble.of(errand.what(), answer);
            T value = errand.reader().refused(refusal.why(), sent);
            if (value == null) {
                trouble(refusal);
            } else {
                succeed(value);
            }
        } catch (CallException known) {
            fail(known);
        } catch (IOException | IllegalArgumentException nonsense) {
            trouble(Trouble.ofNonsense(
                    errand.what(), calls.manager, "HTTP status " + answer.status() + ", " + nonsense.getMessage()));
        } catch (RuntimeException bug) {
            LOG.error("reading an answer failed because of a bug in the Fairlead client", bug);
            trouble(Trouble.ofNonsense(errand.what(), calls.manager, bug.toString()));
        }
    }

    private void trouble(Trouble trouble) {
        calls.timeline.execute(() -> {
            if (over.get()) {
                return;
            }
            lastTrouble = trouble.why();
            Optional<Duration> wait =
                    calls.rule.next(new Attempt(trouble, errand.repeat(), tries, left()), calls.random);
            if (wait.isPresent()) {
                stopWaiting = calls.timeline.after(wait.get(), this::attempt);
            } else {
                fail(trouble.why());
            }
        });
    }

    private void outOfTime() {
        String trouble = lastTrouble == null ? "" : "; before that: " + lastTrouble.getMessage();
        fail(new CallException(
                CallException.NO_ANSWER,
                errand.what() + ": no answer from " + calls.manager + " within "
                        + Range.words(Duration.ofMillis(errand.budget().toMillis())) + trouble,
                null));
    }

    private void succeed(T value) {
        hand(() -> result.complete(value));
    }

    void fail(CallException why) {
        hand(() -> result.completeExceptionally(why));
    }

    private void hand(Runnable completion) {
        if (end()) {
            calls.hand(completion);
        }
    }

    /** Frees the slot, and lets go of time and wire. Says whether it was still under way. */
    private boolean end() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        calls.ended(this);
        calls.timeline.execute(() -> {
            stopWaiting.run();
            stopDeadline.run();
            if (exchange != null) {
                exchange.cancel(true);
            }
        });
        return true;
    }
}
