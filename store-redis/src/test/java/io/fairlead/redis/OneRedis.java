package io.fairlead.redis;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One Redis for all tests of a class and of those in it, and stores on it that are closed after each test; each has a prefix of its own. */
final class OneRedis implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private final Opened opened = new Opened();
    private final Supplier<Deployment> kind;
    private @Nullable Deployment deployment;

    OneRedis() {
        this(RedisServer::start);
    }

    /** Sentinels or a cluster instead of a single Redis. */
    OneRedis(Supplier<Deployment> kind) {
        this.kind = kind;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (deployment == null) {
            deployment = kind.get();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        opened.close();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (deployment != null && context.getRequiredTestClass().getEnclosingClass() == null) {
            deployment.close();
            deployment = null;
        }
    }

    /** An empty store. */
    RedisStore store(Lifetimes lifetimes) {
        return opened.store(settings(), lifetimes);
    }

    /** Settings with a prefix that nobody has yet. */
    RedisSettings settings() {
        return Stores.settings(deployment().url());
    }

    RedisServer server() {
        return deployment().servers().get(0);
    }

    Deployment deployment() {
        return Objects.requireNonNull(deployment, "the tests have not begun");
    }

    /** What is closed after each test. */
    Opened opened() {
        return opened;
    }
}
