package io.fairlead.redis;

import io.fairlead.store.ReportStore;
import io.fairlead.store.ReportStoreContract;
import io.fairlead.store.StoreClock;
import java.time.Duration;

/** Reports in a Redis of any kind keep the contract of {@link ReportStore}. */
abstract class ReportsInRedis extends ReportStoreContract {

    abstract OneRedis redis();

    @Override
    protected Duration forgetAfter() {
        return Duration.ofMillis(1200);
    }

    @Override
    protected ReportStore newStore() {
        Lifetimes standard = Lifetimes.standard();
        return redis().store(new Lifetimes(
                        standard.claim(), forgetAfter(), standard.sample(), standard.sweep(), standard.settle()))
                .reports();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
