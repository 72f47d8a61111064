package io.fairlead.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The order to stop, which a signal gives to a command that goes on until then.
 *
 * <p>A JVM that is ended by SIGTERM leaves with 143 whatever its program did. Here the command stops in order, and the
 * process leaves with the command's own exit code.
 */
final class Stop {

    /** An agent that hands over and a manager that closes its connections need far less. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();

    /** Lets the signals of this process give the order from now on. */
    void onSignals() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::signalled, "stop"));
    }

    /** Lets the end of another process give the order. */
    void onEndOf(ProcessHandle other) {
        var unused = other.onExit().thenRun(this::ask);
    }

    /** Gives the order. */
    void ask() {
        asked.countDown();
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits for the order. */
    void await() throws InterruptedException {
        asked.await();
    }

    /** Waits for the order or until the time is over; tells whether the order came. */
    boolean await(Duration time) throws InterruptedException {
        return asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Tells that the command has ended and everything is written. */
    void ended(int exitCode) {
        ended.complete(exitCode);
    }

    private void signalled() {
        if (ended.isDone()) {
            return;
        }
        ask();
        Runtime.getRuntime().halt(exitCode());
    }

    private int exitCode() {
        try {
            return ended.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return ExitCode.FAILED;
        }
    }
}
