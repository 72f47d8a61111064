package io.fairlead.client.role;

import java.util.concurrent.CompletableFuture;

/** Wakes whoever waits for something new; rung while nobody waits, it wakes the next one at once. */
final class Bell {
    private CompletableFuture<Void> next = new CompletableFuture<>();

    synchronized void ring() {
        next.complete(null);
    }

    /** Ends when it is rung, or was since {@link #quiet}. */
    synchronized CompletableFuture<Void> rung() {
        return next;
    }

    /** Forgets what was rung so far; called before what is new is looked at. */
    synchronized void quiet() {
        if (next.isDone()) {
            next = new CompletableFuture<>();
        }
    }
}
