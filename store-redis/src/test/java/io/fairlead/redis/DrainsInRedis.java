package io.fairlead.redis;

import io.fairlead.store.DrainStore;
import io.fairlead.store.DrainStoreContract;
import io.fairlead.store.StoreClock;

/** Orders to drain in a Redis of any kind keep the contract of {@link DrainStore}. */
abstract class DrainsInRedis extends DrainStoreContract {

    abstract OneRedis redis();

    @Override
    protected DrainStore newStore() {
        return redis().opened().store(redis().settings()).drains();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
