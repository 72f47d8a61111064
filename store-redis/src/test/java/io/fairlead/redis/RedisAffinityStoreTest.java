package io.fairlead.redis;

import io.fairlead.store.AffinityStore;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rooms in Redis keep the contract of {@link AffinityStore}. */
class RedisAffinityStoreTest extends RoomsInRedis {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis();

    RedisAffinityStoreTest(TestInfo test) {
        super(test);
    }

    @Override
    OneRedis redis() {
        return REDIS;
    }
}
