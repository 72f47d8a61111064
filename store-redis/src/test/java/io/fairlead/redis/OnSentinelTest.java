package io.fairlead.redis;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stores keep their contracts on a primary that three sentinels watch. */
class OnSentinelTest {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis(SentinelServers::new);

    @Nested
    class Rooms extends RoomsInRedis {
        Rooms(TestInfo test) {
            super(test);
        }

        @Override
        OneRedis redis() {
            return REDIS;
        }
    }

    @Nested
    class Reports extends ReportsInRedis {
        @Override
        OneRedis redis() {
            return REDIS;
        }
    }

    @Nested
    class Drains extends DrainsInRedis {
        @Override
        OneRedis redis() {
            return REDIS;
        }
    }
}
