package io.fairlead.redis;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stores keep their contracts on a cluster of three (field case D17). */
class OnClusterTest {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis(() -> new ClusterServers(3, 0));

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
