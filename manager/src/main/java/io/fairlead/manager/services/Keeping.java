package io.fairlead.manager.services;

import org.jspecify.annotations.Nullable;

/** How it stands with the stores themselves. Callable from any thread. */
public interface Keeping extends AutoCloseable {

    /** How many instances take up memory of this process. */
    int instancesHeld();

    /** How many rooms take up memory of this process. */
    int roomsHeld();

    /** Whether other processes use the stores too, and a call goes over the network. */
    boolean isShared();

    /** What is the matter with them, in one line for people, or null if nothing is. */
    @Nullable String trouble();

    /** Lets go of them. What is remembered outside this process stays. */
    @Override
    void close();
}
