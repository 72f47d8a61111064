package io.fairlead.store;

/** The in-memory store keeps the contract of {@link GroupStore}. */
class InMemoryGroupStoreTest extends GroupStoreContract {

    @Override
    protected GroupStore newStore() {
        return new InMemoryGroupStore();
    }

    @Override
    protected StoreClock newClock() {
        return StoreClock.byHand();
    }
}
