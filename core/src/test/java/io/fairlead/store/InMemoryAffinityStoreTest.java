package io.fairlead.store;

import java.time.Duration;

/** The in-memory store keeps the contract of {@link AffinityStore}. */
class InMemoryAffinityStoreTest extends AffinityStoreContract {

    @Override
    protected Duration claimTtl() {
        return AffinityStore.CLAIM_TTL;
    }

    @Override
    protected AffinityStore newStore() {
        return new InMemoryAffinityStore();
    }

    @Override
    protected StoreClock newClock() {
        return StoreClock.byHand();
    }
}
