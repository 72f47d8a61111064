package io.fairlead.redis;

import io.fairlead.store.ReportStore;
import io.fairlead.store.ReportStoreContract;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reports in Redis keep the contract of {@link ReportStore}. */
class RedisReportStoreTest extends ReportStoreContract {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis();

    @Override
    protected Duration forgetAfter() {
        return Duration.ofMillis(1200);
    }

    @Override
    protected ReportStore newStore() {
        Lifetimes standard = Lifetimes.standard();
        return REDIS.store(new Lifetimes(
                        standard.claim(), forgetAfter(), standard.sample(), standard.sweep(), standard.settle()))
                .reports();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
