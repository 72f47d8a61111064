package io.fairlead.client;

import java.time.Duration;

/** Time, and turns that are taken one at a time, so that what only turns touch needs no lock. Never runs foreign code. */
interface Timeline {

    /** Nanoseconds since some moment; only differences mean anything. */
    long nanos();

    /** Takes a turn soon. */
    void execute(Runnable turn);

    /** Takes a turn after a time; what is returned takes it back. */
    Runnable after(Duration wait, Runnable turn);
}
