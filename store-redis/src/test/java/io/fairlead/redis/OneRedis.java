package io.fairlead.redis;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One Redis for all tests of a class, and stores on it that are closed after each test; each has a prefix of its own. */
final class OneRedis implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private final Opened opened = new Opened();
    private @Nullable RedisServer server;

    @Override
    public void beforeAll(ExtensionContext context) {
        server = RedisServer.start();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        opened.close();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
        }
    }

    /** An empty store. */
    RedisStore store(Lifetimes lifetimes) {
        return opened.store(settings(), lifetimes);
    }

    /** Settings with a prefix that nobody has yet. */
    RedisSettings settings() {
        return Stores.settings(server());
    }

    RedisServer server() {
        return Objects.requireNonNull(server, "the tests have not begun");
    }

    /** What is closed after each test. */
    Opened opened() {
        return opened;
    }
}
