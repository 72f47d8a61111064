package io.fairlead.redis;

import io.fairlead.store.ReportStore;
import io.fairlead.store.ReportStoreContract;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Reports in Redis keep the contract of {@link ReportStore}. */
class RedisReportStoreTest extends ReportStoreContract {

    private static RedisServer server;

    private final Opened opened = new Opened();

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void closeStore() throws Exception {
        opened.close();
    }

    @Override
    protected Duration forgetAfter() {
        return Duration.ofMillis(1200);
    }

    @Override
    protected ReportStore newStore() {
        Lifetimes standard = Lifetimes.standard();
        RedisStore store = opened.add(RedisStore.open(
                Stores.settings(server),
                new Lifetimes(
                        standard.claim(), forgetAfter(), standard.sample(), standard.sweep(), standard.settle())));
        return store.reports();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
