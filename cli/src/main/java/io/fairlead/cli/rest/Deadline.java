package io.fairlead.cli.rest;

import java.time.Duration;

/**
 * By when all of an answer has to be there, however many questions it takes.
 *
 * @param allowed how long it may take in all
 * @param nanos the moment on this process's own clock
 */
record Deadline(Duration allowed, long nanos) {

    static Deadline in(Duration allowed) {
        return new Deadline(allowed, System.nanoTime() + allowed.toNanos());
    }

    /** Nanoseconds that are left; 0 or less where it is over. */
    long left() {
        return nanos - System.nanoTime();
    }
}
