package io.fairlead.redis;

import io.fairlead.ServiceId;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.DrainStore;
import io.fairlead.store.ReportStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Load reports, rooms and orders to drain in Redis.
 *
 * <p>Every call ends within the budget of the settings: done, refused, or {@code OutcomeUnknownException}; a view is then what
 * was seen last. Nothing waits for a Redis that is away, and calls reach it again within 15 s of its return. Answers come on
 * the thread of the connection: whoever has more to do than to pass them on does it on a thread of its own, and never waits
 * there for another answer.
 *
 * <p>Callable from any thread.
 */
public final class RedisStore implements AutoCloseable {

    private final Troubles troubles;
    private final Link link;
    private final RedisReportStore reports;
    private final RedisAffinityStore rooms;
    private final RedisDrainStore drains;
    private final Duration budget;

    private RedisStore(RedisSettings settings, Lifetimes lifetimes) {
        Keys keys = new Keys(settings.prefix());
        budget = settings.budget();
        troubles = new Troubles(settings.address().shown(), System::nanoTime, lifetimes.settle());
        link = new Link(settings, troubles, keys);
        Access access = new Access(new Calls(settings, link, troubles), keys, lifetimes, troubles);
        reports = new RedisReportStore(access, settings.ceilings(), settings.scheduler());
        rooms = new RedisAffinityStore(access);
        drains = new RedisDrainStore(access);
    }

    /**
     * Opens the store. If Redis is away or refuses the login, that is {@link #trouble()} and no failure: calls reach it as
     * soon as it is well.
     *
     * @throws RedisRefusedException if what answers can never be this store, such as a member of a Redis Cluster at a {@code redis://} address
     */
    public static RedisStore open(RedisSettings settings) {
        return open(settings, Lifetimes.standard());
    }

    static RedisStore open(RedisSettings settings, Lifetimes lifetimes) {
        RedisStore store = new RedisStore(settings, lifetimes);
        store.link.start();
        return store;
    }

    /** The reports. */
    public ReportStore reports() {
        return reports;
    }

    /** The rooms. */
    public AffinityStore rooms() {
        return rooms;
    }

    /** The orders to drain. */
    public DrainStore drains() {
        return drains;
    }

    /** How many schedulers placed rooms of a service when it was last viewed; empty if it never was, or has no instance. */
    public OptionalInt schedulers(ServiceId service) {
        return reports.schedulers(service);
    }

    /** What is the matter with Redis, in one line for people, or empty if nothing is. */
    public Optional<String> trouble() {
        return Optional.ofNullable(troubles.text());
    }

    /** What an operator should change about Redis, each in one line; known once it has been connected to. */
    public List<String> warnings() {
        return link.survey().warnings();
    }

    @Override
    public void close() {
        try {
            reports.leaveSchedulers()
                    .toCompletableFuture()
                    .orTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            // It stands among the schedulers for a few seconds more.
            link.close();
            return;
        }
        link.close();
    }
}
