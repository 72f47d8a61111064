package io.fairlead.client;

import io.fairlead.ServiceId;
import io.fairlead.placement.Draw;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.DrainStore;
import io.fairlead.store.ReportStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A program's way without a manager: over stores that it shares with others, such as one Redis, it finds places for rooms and
 * reports its instances itself. One is enough for a process; what comes from it shares its threads, and ends with it.
 *
 * <p>A store that does not answer keeps nobody waiting for longer than the budget: rooms then go where they were last known to
 * live, or where every program puts them alike.
 */
public final class StoreClient implements AutoCloseable {

    private final Stores stores;
    private final StoreSettings settings;
    private final Threads threads = new Threads();
    private final StoreCalls calls = new StoreCalls(threads.timeline, threads.answers);
    private final Map<ServiceId, StoreDesk> desks = new ConcurrentHashMap<>();
    private final Reporters reporters;

    /** Asked by turns only. */
    private final SplittableRandom random = new SplittableRandom();

    /**
     * The stores, and the time for those that have none of their own.
     *
     * @param clock never goes back
     */
    record Stores(ReportStore reports, AffinityStore rooms, DrainStore drains, Supplier<Instant> clock) {}

    private StoreClient(Stores stores, StoreSettings settings) {
        this.stores = stores;
        this.settings = settings;
        this.reporters = new Reporters(threads, random, calls::hand, settings.budget());
    }

    /** A client with the standard settings. The stores stay the caller's, who closes them after it. */
    public static StoreClient over(ReportStore reports, AffinityStore rooms, DrainStore drains) {
        return over(reports, rooms, drains, StoreSettings.standard());
    }

    /** A client. Nothing is read yet. The stores stay the caller's, who closes them after it. */
    public static StoreClient over(
            ReportStore reports, AffinityStore rooms, DrainStore drains, StoreSettings settings) {
        Instant begun = Instant.now();
        long nanos = System.nanoTime();
        return new StoreClient(
                new Stores(reports, rooms, drains, () -> begun.plus(Duration.ofNanos(System.nanoTime() - nanos))),
                settings);
    }

    /** How it works over its stores. */
    public StoreSettings settings() {
        return settings;
    }

    /** Finds places for rooms of a service. The service is looked at from the first question on, until the client is closed. */
    public Allocator allocator(ServiceId service) {
        StoreDesk desk = desks.computeIfAbsent(service, id -> new StoreDesk(id, tools(id)));
        return new StoreAllocator(
                desk, new StoreRooms(service, stores.rooms(), stores.clock()), calls, settings.budget());
    }

    /**
     * Registers an instance and reports it from now on.
     *
     * @param instance what it is
     * @param source how busy it is, for example {@link MachineLoad}
     * @param listener is told of rooms that it has lost
     */
    public LoadReporter reporter(InstanceSettings instance, LoadSource source, InstanceListener listener) {
        return reporters.begin(
                new Reporters.Reported(instance, source, listener),
                incarnation -> new StoreLine(instance, incarnation, stores, calls));
    }

    private StoreDesk.Tools tools(ServiceId service) {
        Draw draw = random::nextLong;
        return new StoreDesk.Tools(
                new StoreView(service, stores, calls, settings.of(service)),
                stores.rooms(),
                stores.clock(),
                calls,
                new StoreDesk.Pace(settings.budget(), settings.lookEvery()),
                draw);
    }

    /**
     * Closes all that came from it: reporters say goodbye, for which this waits at most for the budget; calls that are under
     * way end with {@link CallException#CLOSED}. The stores stay open.
     */
    @Override
    public void close() {
        reporters.close();
        calls.close();
        threads.close();
    }
}
