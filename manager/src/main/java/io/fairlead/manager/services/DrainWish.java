package io.fairlead.manager.services;

import io.fairlead.InstanceId;
import io.fairlead.store.Drain;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an operator wants drained. What he does not say is as it is ordered already, or else as usual.
 *
 * @param instance the instance
 * @param within the time for its rooms to end, or null
 * @param then what becomes of those that are left, or null
 * @param force whether also if it is the last one that takes rooms
 */
public record DrainWish(InstanceId instance, @Nullable Duration within, Drain.@Nullable Then then, boolean force) {

    /** An order of which nothing is said but the instance. */
    public static DrainWish of(InstanceId instance) {
        return new DrainWish(instance, null, null, false);
    }

    /** The order that is meant where this one stands already; null for none. */
    Drain.Wish over(Drain.@Nullable Wish standing) {
        Drain.Wish before = standing == null ? Drain.Wish.usual() : standing;
        return new Drain.Wish(within == null ? before.within() : within, then == null ? before.then() : then);
    }
}
