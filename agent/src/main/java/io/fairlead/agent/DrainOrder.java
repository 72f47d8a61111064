package io.fairlead.agent;

import io.fairlead.client.ReporterStatus;
import io.fairlead.placement.InstanceState;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An operator's order to drain this machine's instance, and whether it still stands.
 *
 * <p>A reporter that was ordered to drain says so until its application is ready again, and nobody tells it that the order was
 * taken back. So each few seconds it is said that it is ready: an order that stands is heard again with the answer, and where a
 * report after that was answered without one, there is none any more.
 */
final class DrainOrder {
    /** A report later: the answer to the one under way may still speak of the time before. */
    private static final Duration ASK_EVERY = Duration.ofSeconds(8);

    private static final Duration SURE_AFTER = Duration.ofSeconds(1);

    private final LongSupplier nanos;
    private boolean stands;
    private long asked;

    DrainOrder(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The order was heard; tells whether it is a new one. */
    synchronized boolean heard() {
        boolean isNew = !stands;
        if (isNew) {
            asked = nanos.getAsLong();
        }
        stands = true;
        return isNew;
    }

    /** Whether it is time to say that the instance is ready; each time is told once. */
    synchronized boolean isToBeAsked() {
        boolean due = stands && nanos.getAsLong() - asked >= ASK_EVERY.toNanos();
        if (due) {
            asked = nanos.getAsLong();
        }
        return due;
    }

    /** Whether the order stands, by how it is between the instance and its manager. */
    synchronized boolean stands(ReporterStatus now) {
        if (stands && now.state() == InstanceState.UP && now.answered().isPresent()) {
            long sent = nanos.getAsLong() - now.answered().get().toNanos();
            stands = sent - asked < SURE_AFTER.toNanos();
        }
        return stands;
    }
}
