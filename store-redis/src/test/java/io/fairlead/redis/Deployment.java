package io.fairlead.redis;

import java.util.List;

/** Redis servers of a test that together are one store. */
public interface Deployment extends AutoCloseable {

    /** Its address as a store's. */
    String url();

    /** All servers that hold data, or copies. */
    List<RedisServer> servers();

    @Override
    void close();
}
