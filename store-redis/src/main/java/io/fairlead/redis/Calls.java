package io.fairlead.redis;

import io.fairlead.store.OutcomeUnknownException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of every call to Redis. Each has its end within the budget: an answer, or {@link OutcomeUnknownException}. So many
 * are under way at a time and so many wait; a call beyond that ends at once, and so does one without a connection.
 */
final class Calls {

    /** Keeps Redis busy through a round trip of 10 ms, and one answer late by no more than these. */
    static final int IN_FLIGHT = 512;
    /** What Redis works off well within the budget. */
    static final int WAITING = 16_384;

    /** Short beside the budget, long beside the moving of one key. */
    private static final long TRY_AGAIN_MS = 20;

    private final String store;
    private final Link link;
    private final Troubles troubles;
    private final Duration budget;
    private final int waitReplicas;
    private final Queue<Waiting<?>> waiting = new ArrayDeque<>();
    private final AtomicInteger wishes = new AtomicInteger();
    private int inFlight;

    Calls(RedisSettings settings, Link link, Troubles troubles) {
        this.store = settings.address().shown();
        this.link = link;
        this.troubles = troubles;
        this.budget = settings.budget();
        this.waitReplicas = settings.waitReplicas();
    }

    /** One command or some that belong together, given to the connection at once. */
    interface Command<T> {

        /** Gives it to the connection; must not wait. */
        CompletionStage<T> on(RedisClusterAsyncCommands<String, String> redis);
    }

    /** What is given to a route. */
    private interface Order<T> {
        CompletionStage<T> on(Route route);
    }

    private record Waiting<T>(String what, Order<T> order, CompletableFuture<T> answer) {}

    /** Runs a script, by its name where the server knows it, whole where not. */
    CompletableFuture<List<Object>> run(Script script, String[] keys, String... arguments) {
        return give(script.name().toLowerCase(Locale.ROOT), route -> script(route, script, keys, arguments));
    }

    /** The same, and waits until as many replicas have what was written as the settings say. */
    CompletableFuture<List<Object>> runReplicated(Script script, String[] keys, String... arguments) {
        return give(
                script.name().toLowerCase(Locale.ROOT),
                route -> script(route, script, keys, arguments)
                        .thenCompose(answer -> replicated(route, keys[0]).thenApply(done -> answer)));
    }

    private CompletionStage<Void> replicated(Route route, String key) {
        if (waitReplicas == 0) {
            return CompletableFuture.completedFuture(null);
        }
        Server server = route.serverOf(key);
        Replicas replicas = server == null ? null : server.replicas();
        return replicas == null
                ? CompletableFuture.failedFuture(
                        new RedisCommandExecutionException("FEWREPLICAS the server of this key was not reached"))
                : replicas.reached();
    }

    private CompletionStage<List<Object>> script(Route route, Script script, String[] keys, String... arguments) {
        return untilWhole(
                        () -> {
                            CompletionStage<List<Object>> byName =
                                    route.commands().evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments);
                            return byName.exceptionallyCompose(failure -> unwrapped(failure)
                                            instanceof RedisNoScriptException
                                    ? route.commands().eval(script.text(), ScriptOutputType.MULTI, keys, arguments)
                                    : CompletableFuture.failedFuture(failure));
                        },
                        System.nanoTime() + budget.toNanos())
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(naming(keys, unwrapped(failure))));
    }

    /** Tries again while the keys of a call lie on two servers, since their slot is on its way: both have it in a moment. */
    private static <T> CompletionStage<T> untilWhole(Supplier<CompletionStage<T>> attempt, long endNanos) {
        return attempt.get().exceptionallyCompose(failure -> {
            String text = unwrapped(failure).getMessage();
            boolean split = text != null && text.startsWith("TRYAGAIN");
            if (!split || System.nanoTime() - endNanos > 0) {
                return CompletableFuture.failedFuture(failure);
            }
            return CompletableFuture.supplyAsync(
                            () -> untilWhole(attempt, endNanos),
                            CompletableFuture.delayedExecutor(TRY_AGAIN_MS, TimeUnit.MILLISECONDS))
                    .thenCompose(next -> next);
        });
    }

    /** Redis does not say which key it is. */
    private static Throwable naming(String[] keys, Throwable failure) {
        if (Fault.of(failure) != Fault.FOREIGN_KEY) {
            return failure;
        }
        String which = keys.length == 1 ? keys[0] : "one of " + String.join(", ", keys);
        return new RedisCommandExecutionException("WRONGTYPE " + Shown.line(which));
    }

    /**
     * Sends a command.
     *
     * @param what it is for, in messages
     * @param command the command
     */
    <T> CompletableFuture<T> send(String what, Command<T> command) {
        return give(what, route -> command.on(route.commands()));
    }

    private <T> CompletableFuture<T> give(String what, Order<T> order) {
        Waiting<T> call = new Waiting<>(what, order, new CompletableFuture<>());
        if (link.route() == null) {
            return CompletableFuture.failedFuture(unknown(what, null));
        }
        synchronized (waiting) {
            if (waiting.size() >= WAITING) {
                troubles.met(Fault.OVERLOADED, WAITING + " calls wait");
                return CompletableFuture.failedFuture(unknown(what, null));
            }
            waiting.add(call);
        }
        CompletableFuture<T> bounded = call.answer
                .orTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> {
                    Throwable cause = unwrapped(failure);
                    return CompletableFuture.failedFuture(
                            cause instanceof OutcomeUnknownException ? cause : unknown(what, cause));
                });
        pump();
        return bounded;
    }

    /** Begins the calls that may begin. A call that ends meanwhile does not begin the next one from within itself. */
    private void pump() {
        if (wishes.getAndIncrement() > 0) {
            return;
        }
        int served = 1;
        do {
            for (Waiting<?> call = next(); call != null; call = next()) {
                dispatch(call);
            }
            served = wishes.addAndGet(-served);
        } while (served > 0);
    }

    /** The longest waiting call that somebody still waits for, if it may begin. */
    private @Nullable Waiting<?> next() {
        synchronized (waiting) {
            if (inFlight >= IN_FLIGHT) {
                return null;
            }
            Waiting<?> call = waiting.poll();
            while (call != null && call.answer.isDone()) {
                call = waiting.poll();
            }
            inFlight += call == null ? 0 : 1;
            return call;
        }
    }

    private <T> void dispatch(Waiting<T> call) {
        Route route = link.route();
        CompletionStage<T> sent;
        try {
            sent = route == null ? CompletableFuture.failedFuture(unknown(call.what, null)) : call.order.on(route);
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        var unused = sent.whenComplete((answer, failure) -> {
            synchronized (waiting) {
                inFlight--;
            }
            if (failure == null) {
                call.answer.complete(answer);
            } else {
                failed(call, route, unwrapped(failure));
            }
            pump();
        });
    }

    private void failed(Waiting<?> call, @Nullable Route route, Throwable failure) {
        Fault fault = Fault.of(failure);
        // What fails on a connection that has been given up says nothing about the one in use.
        if (route != null && link.route() == route) {
            if (link.isMove(fault)) {
                route.outdate();
            } else {
                troubles.met(fault, Shown.of(failure));
            }
        }
        call.answer.completeExceptionally(failure);
    }

    private OutcomeUnknownException unknown(String what, @Nullable Throwable failure) {
        String trouble = failure instanceof TimeoutException ? null : troubles.text();
        String why;
        if (failure != null) {
            why = failure instanceof TimeoutException
                    ? "no answer within " + budget.toMillis() + " ms"
                    : Shown.of(failure);
        } else {
            why = trouble == null ? "there is no connection" : trouble;
        }
        boolean named = why.startsWith("Redis " + store);
        String message = named ? what + ": " + why : "Redis " + store + ": " + what + ": " + why;
        return failure instanceof Exception cause
                ? new OutcomeUnknownException(message, cause)
                : new OutcomeUnknownException(message);
    }

    static Throwable unwrapped(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }
}
