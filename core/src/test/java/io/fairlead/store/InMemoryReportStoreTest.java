package io.fairlead.store;

import java.time.Duration;

/** The in-memory store keeps the contract of {@link ReportStore}. */
class InMemoryReportStoreTest extends ReportStoreContract {

    @Override
    protected Duration forgetAfter() {
        return ReportStore.FORGET_AFTER;
    }

    @Override
    protected ReportStore newStore() {
        return new InMemoryReportStore();
    }

    @Override
    protected StoreClock newClock() {
        return StoreClock.byHand();
    }
}
