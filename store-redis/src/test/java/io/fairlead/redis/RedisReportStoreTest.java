package io.fairlead.redis;

import io.fairlead.store.ReportStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reports in Redis keep the contract of {@link ReportStore}. */
class RedisReportStoreTest extends ReportsInRedis {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis();

    @Override
    OneRedis redis() {
        return REDIS;
    }
}
