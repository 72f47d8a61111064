package io.fairlead.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keys that are forgotten when they have not been touched for a fixed time, and the time by which that goes.
 *
 * <p>Since every key lives equally long and time never goes back, the keys stand in the order in which they are due, and
 * forgetting costs nothing for those that are not.
 */
final class Forgetting<K> {

    private final Duration after;
    private final Map<K, Instant> touched = new LinkedHashMap<>();
    private Instant time = Instant.EPOCH;

    Forgetting(Duration after) {
        if (after.isNegative() || after.isZero()) {
            throw new IllegalArgumentException("time to live is " + after + ": use a time above 0");
        }
        this.after = after;
    }

    /**
     * Moves on to a time, and forgets the keys that are due. Calls of several threads may come a little out of order; time
     * does not go back for them.
     *
     * @return the time that it is now
     */
    Instant at(Instant now, Consumer<K> forget) {
        time = now.isAfter(time) ? now : time;
        Iterator<Map.Entry<K, Instant>> oldest = touched.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<K, Instant> entry = oldest.next();
            if (Duration.between(entry.getValue(), time).compareTo(after) < 0) {
                break;
            }
            oldest.remove();
            forget.accept(entry.getKey());
        }
        return time;
    }

    /** The key lives on from now. */
    void touch(K key) {
        touched.remove(key);
        touched.put(key, time);
    }
}
