package io.fairlead.manager.services;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How it stands with the stores themselves. Callable from any thread. */
public interface Keeping {

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

    /** What an operator should change about them, each in one line. */
    List<String> warnings();
}
