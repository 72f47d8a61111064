package io.fairlead.redis;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test opened, closed after it in reverse order. */
final class Opened {

    private final Deque<AutoCloseable> things = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T thing) {
        things.push(thing);
        return thing;
    }

    RedisStore store(RedisSettings settings) {
        return add(RedisStore.open(settings));
    }

    RedisStore store(RedisSettings settings, Lifetimes lifetimes) {
        return add(RedisStore.open(settings, lifetimes));
    }

    /** The same, for what closes without a checked exception. */
    void closeAll() {
        try {
            close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void close() throws Exception {
        while (!things.isEmpty()) {
            things.pop().close();
        }
    }
}
