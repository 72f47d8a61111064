package io.fairlead.store;

import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which instances are ordered to take no new rooms, and until when theirs are to have ended.
 *
 * <p>Every call takes the time on the store's own time line; a store with a clock of its own uses that and ignores the
 * argument.
 */
public interface DrainStore {

    /**
     * Orders a process to drain. The same order once more changes nothing, so that its time is not begun anew; another
     * wish, or another process, is a new order.
     *
     * @param service the service
     * @param process who is to drain
     * @param wish within which time, and what then
     * @param now store time
     */
    CompletionStage<Drain> order(ServiceId service, Owner process, Drain.Wish wish, Instant now);

    /**
     * Ends the order for a process; answers the one that stood, or null if there was none for it. An order for another
     * process under the same id stands on.
     */
    CompletionStage<@Nullable Drain> cancel(ServiceId service, Owner process, Instant now);

    /** The orders that stand in a service, in the order of the instances' ids. */
    CompletionStage<List<Drain>> drains(ServiceId service, Instant now);
}
