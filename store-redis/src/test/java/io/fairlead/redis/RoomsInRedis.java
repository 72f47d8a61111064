package io.fairlead.redis;

import io.fairlead.store.AffinityStore;
import io.fairlead.store.AffinityStoreContract;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import org.junit.jupiter.api.TestInfo;

/** Rooms in a Redis of any kind keep the contract of {@link AffinityStore}. */
abstract class RoomsInRedis extends AffinityStoreContract {

    private final Duration claimTtl;

    /** Races need claims that outlast them, and the others claims that end soon. */
    RoomsInRedis(TestInfo test) {
        boolean race = test.getTestMethod().orElseThrow().getName().startsWith("ofSixteen");
        claimTtl = race ? Duration.ofMinutes(2) : Duration.ofMillis(800);
    }

    abstract OneRedis redis();

    @Override
    protected Duration claimTtl() {
        return claimTtl;
    }

    @Override
    protected AffinityStore newStore() {
        Lifetimes standard = Lifetimes.standard();
        return redis().store(new Lifetimes(
                        claimTtl, standard.forget(), standard.sample(), standard.sweep(), standard.settle()))
                .rooms();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
