package io.fairlead.redis;

import io.fairlead.store.AffinityStore;
import io.fairlead.store.AffinityStoreContract;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** Rooms in Redis keep the contract of {@link AffinityStore}. */
class RedisAffinityStoreTest extends AffinityStoreContract {

    private static RedisServer server;

    private final Duration claimTtl;
    private final Opened opened = new Opened();

    /** Races need claims that outlast them, and the others claims that end soon. */
    RedisAffinityStoreTest(TestInfo test) {
        boolean race = test.getTestMethod().orElseThrow().getName().startsWith("ofSixteen");
        claimTtl = race ? Duration.ofMinutes(2) : Duration.ofMillis(800);
    }

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
    protected Duration claimTtl() {
        return claimTtl;
    }

    @Override
    protected AffinityStore newStore() {
        Lifetimes standard = Lifetimes.standard();
        RedisStore store = opened.add(RedisStore.open(
                Stores.settings(server),
                new Lifetimes(claimTtl, standard.forget(), standard.sample(), standard.sweep(), standard.settle())));
        return store.rooms();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }
}
