package io.fairlead.manager.services;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How it stands with the stores themselves. Callable from any thread. */
public interface Keeping extends AutoCloseable {

    /** How many instances take up memory of this process. */
    int instancesHeld();

    /** How many rooms take up memory of this process. */
    int roomsHeld();

    /** Whether other processes use the stores too, and a call goes over the network. */
    boolean isShared();

    /**
     * Time since what was in them was lost, or null if that is not known to have happened. What is in the memory of this
     * process was lost before it began.
     */
    @Nullable Duration sinceLoss();

    /** What is the matter with them, in one line for people, or null if nothing is. */
    @Nullable String trouble();

    /** Lets go of them. What is remembered outside this process stays. */
    @Override
    void close();
}
