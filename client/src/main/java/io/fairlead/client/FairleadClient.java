package io.fairlead.client;

import io.fairlead.GroupId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A program's way to its manager. One is enough for a process; what comes from it shares its threads, its connections and its
 * bound on calls, and ends with it.
 */
public final class FairleadClient implements AutoCloseable {

    /** Network work that may wait for a thread, for each call that may be under way. */
    private static final int TASKS_PER_CALL = 4;

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** Calls of the client's own; each reporter and locator has two at the most. */
    private static final int MOST_OF_ITS_OWN = 10_000;

    private final ClientSettings settings;
    private final Threads threads = new Threads();
    private final HttpWire wire;
    private final Calls calls;
    private final Calls background;
    private final StoreCalls local = new StoreCalls(threads.timeline, threads.answers);
    private final Map<ServiceId, StoreDesk> desks = new ConcurrentHashMap<>();
    private final Set<PrimaryLocator> locators = ConcurrentHashMap.newKeySet();
    private final Reporters reporters;

    /** Name of this process among those that place rooms. */
    private final String name = "java-" + Reporters.newIncarnation();

    private final Instant begun = Instant.now();
    private final long begunNanos = System.nanoTime();

    /** Asked by turns only. */
    private final SplittableRandom random = new SplittableRandom();

    private FairleadClient(ClientSettings settings) {
        this.settings = settings;
        this.wire = new HttpWire(
                settings.manager(), threads.network, TASKS_PER_CALL * settings.inFlight(), settings.token());
        Calls.Way way = new Calls.Way(settings.manager(), wire, threads.timeline, threads.answers);
        // Only the client's own code is chained to these, and it never waits.
        Calls.Way own = new Calls.Way(settings.manager(), wire, threads.timeline, Runnable::run);
        this.calls = new Calls(way, settings.backOff(), settings.inFlight(), random);
        this.background = new Calls(own, settings.backOff(), MOST_OF_ITS_OWN, random);
        this.reporters = new Reporters(threads, random, calls::hand, settings.budget());
    }

    /** A client with the standard settings: of a manager on this machine. */
    public static FairleadClient open() {
        return open(ClientSettings.standard());
    }

    /** A client. Nothing is sent yet, and whether there is a manager is not asked. */
    public static FairleadClient open(ClientSettings settings) {
        return new FairleadClient(settings);
    }

    /** How it talks to its manager. */
    public ClientSettings settings() {
        return settings;
    }

    /** Follows who is primary of a group, with the standard settings. */
    public PrimaryLocator locator(GroupId group) {
        return locator(group, LocatorSettings.standard());
    }

    /** Follows who is primary of a group. */
    public PrimaryLocator locator(GroupId group, LocatorSettings how) {
        PrimaryLocator locator = new PrimaryLocator(
                group,
                new PrimaryLocator.Tools(calls, background, threads.lanes, settings.budget(), how, locators::remove));
        locators.add(locator);
        locator.begin();
        return locator;
    }

    /** Finds places for rooms of a service. */
    public Allocator allocator(ServiceId service) {
        return new ManagerAllocator(service, calls, settings.budget());
    }

    /**
     * Finds places for rooms of a service by itself, from what the manager shows of it twice a second. A connection then costs
     * no call and a new room one; while the manager is away it goes on by what was seen last. The service is looked at from the
     * first question on, until the client is closed; the manager does not list such places among its last placements.
     */
    public Allocator localAllocator(ServiceId service) {
        StoreDesk desk = desks.computeIfAbsent(service, id -> new StoreDesk(id, tools(id)));
        return new StoreAllocator(
                desk, new ManagerRoomEnds(service, calls, settings.budget()), local, settings.budget());
    }

    private StoreDesk.Tools tools(ServiceId service) {
        Draw draw = random::nextLong;
        return new StoreDesk.Tools(
                new ManagerView(service, name, background),
                new ManagerClaims(background, settings.budget()),
                () -> begun.plusNanos(System.nanoTime() - begunNanos),
                local,
                new StoreDesk.Pace(settings.budget(), LOOK_EVERY),
                draw);
    }

    /** How rooms of a service end at a manager. */
    private record ManagerRoomEnds(ServiceId service, Calls calls, Duration budget) implements RoomEnds {
        @Override
        public CompletionStage<ReleaseAnswer> end(RoomId room, OptionalLong epoch) {
            return calls.begin(ManagerAllocator.release(service, room, epoch, budget));
        }
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
                incarnation -> new ManagerLine(instance, incarnation, background, calls));
    }

    /**
     * Closes all that came from it: reporters say goodbye, for which this waits at most for the budget; calls that are under
     * way end with {@link CallException#CLOSED}. Its threads end soon after, once the application's own code on them has.
     */
    @Override
    public void close() {
        reporters.close();
        locators.forEach(PrimaryLocator::close);
        local.close();
        calls.close();
        background.close();
        wire.close();
        threads.close();
    }
}
