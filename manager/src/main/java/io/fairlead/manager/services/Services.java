package io.fairlead.manager.services;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.Room;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.Renewed;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainedView;
import io.fairlead.store.KnownClaims;
import io.fairlead.store.ReportStore.ReportAnswer;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All services of a manager. Callable from any thread: calls only hand over to the timeline and answer later.
 *
 * <p>A service comes into being with the first report of an instance, and ends when its last one has left.
 */
public final class Services {

    /** So many homes of rooms are remembered of all services, for when a shared store does not answer: some 20 MB. */
    private static final int KNOWN = 100_000;

    private final Timeline timeline;
    private final Function<ServiceId, ServiceSettings> settings;
    private final Limits limits;
    private final Keeping keeping;
    private final ServiceClock clock;
    private final Drains drains;
    private final Registry registry;
    private final Homes homes;
    private final Watchers watchers;
    private final Scheduling scheduling;
    private final KnownClaims known = new KnownClaims(KNOWN);
    private final PlacementLog log = new PlacementLog();
    private long placements;

    /**
     * Services without any instance yet, with the standard limits.
     *
     * @param timeline time and turns
     * @param stores where they are remembered
     * @param settings how a service is treated
     * @param draw the random source, asked by the timeline's turns only
     */
    public Services(Timeline timeline, Stores stores, Function<ServiceId, ServiceSettings> settings, Draw draw) {
        this(timeline, new Setup(stores, Limits.standard()), settings, draw);
    }

    /** Where services are remembered, and how many. */
    record Setup(Stores stores, Limits limits) {}

    Services(Timeline timeline, Setup setup, Function<ServiceId, ServiceSettings> settings, Draw draw) {
        this.timeline = timeline;
        this.settings = settings;
        this.limits = setup.limits;
        this.keeping = setup.stores.keeping();
        this.clock = new ServiceClock(timeline);
        Stores stores = setup.stores.in(timeline);
        this.drains = new Drains(timeline, clock, stores.drains());
        this.registry = new Registry(clock, stores, setup.limits, drains);
        this.homes = new Homes(timeline, clock, stores, setup.limits);
        this.watchers = new Watchers(clock);
        this.scheduling = new Scheduling(
                settings, setup.limits, new Scheduling.Desk(timeline, clock, this::counted, stores, known, draw));
    }

    /** A service as it is to be decided on, with everybody who places its rooms. */
    private CompletionStage<DrainedView> counted(ServiceId service) {
        return registry.ordered(service).thenApply(read -> {
            ServiceView view = read.view();
            return read.with(view.withSchedulers(view.schedulers() + watchers.of(service)));
        });
    }

    // ---- instances

    /** Takes a report in, and lets the claims that it names live on. */
    public CompletionStage<ReportReply> report(Report said) {
        return turn(() -> {
            Report report = withCeilings(said);
            return scheduling
                    .of(report.service())
                    .thenCompose(scheduler -> registry.full(report, scheduler.view()))
                    .thenCompose(full -> full != null
                            ? CompletableFuture.<ReportReply>completedFuture(full)
                            : registry.put(report).thenCompose(answer -> taken(report, answer)));
        });
    }

    /**
     * Ceilings that an instance names move those of its service; the others stay. In a shared store they stand with every
     * report, since whoever else reads there does not know this manager's configuration.
     */
    private Report withCeilings(Report report) {
        SafetyMargin own = report.load().ceilings();
        if (own == null && !keeping.isShared()) {
            return report;
        }
        SafetyMargin ceilings = settings.apply(report.service()).placement().ceilings();
        if (own != null) {
            for (Map.Entry<String, Double> named : own.ceilings().entrySet()) {
                ceilings = ceilings.with(named.getKey(), named.getValue());
            }
        }
        return report.with(report.load().with(ceilings));
    }

    private CompletionStage<ReportReply> taken(Report report, ReportAnswer answer) {
        InstanceId id = report.instance().id();
        if (answer == ReportAnswer.OLDER_PROCESS) {
            return CompletableFuture.completedFuture(new ReportReply.Replaced(id));
        }
        if (answer == ReportAnswer.HAS_LEFT) {
            return CompletableFuture.completedFuture(new ReportReply.Ended(id));
        }
        return Renewals.of(homes, report)
                .thenCompose(renewals -> scheduling.of(report.service()).thenApply(scheduler -> {
                    Candidate now = scheduler.view().find(id);
                    return new ReportReply.Taken(
                            id,
                            (now == null ? report.load() : now.report()).state(),
                            answer == ReportAnswer.STORED,
                            renewals.lost(),
                            renewals.refused(),
                            renewals.claimed(),
                            homes.renewEvery());
                }));
    }

    /**
     * Takes an instance out at once; answers whether it was there.
     *
     * @param service the service
     * @param id the instance
     * @param incarnation the process that is to leave, or null for whichever has the id
     */
    public CompletionStage<Boolean> leave(ServiceId service, InstanceId id, @Nullable Incarnation incarnation) {
        return turn(() -> registry.leave(service, id, incarnation)
                .whenCompleteAsync((left, trouble) -> scheduling.changed(service), timeline::execute));
    }

    /** Orders an instance to take no new rooms. The same order once more changes nothing. */
    public CompletionStage<DrainReply> drain(ServiceId service, DrainWish wish) {
        return turn(() -> registry.view(service)
                .thenComposeAsync(view -> drains.order(view, scheduling, wish), timeline::execute)
                .whenCompleteAsync((reply, trouble) -> scheduling.changed(service), timeline::execute));
    }

    /** Takes an order to drain back; where there is none, nothing changes. */
    public CompletionStage<DrainReply> endDrain(ServiceId service, InstanceId id) {
        return turn(() -> registry.view(service)
                .thenComposeAsync(view -> drains.cancel(view, id), timeline::execute)
                .whenCompleteAsync((reply, trouble) -> scheduling.changed(service), timeline::execute));
    }

    // ---- rooms

    /** Finds a place for a room or connection. */
    public CompletionStage<Placed> place(RoomRequest request) {
        return turn(() -> scheduling
                .of(request.service())
                .thenComposeAsync(scheduler -> place(request, scheduler), timeline::execute)
                .thenApplyAsync(settled -> remember(request, settled), timeline::execute));
    }

    private CompletionStage<Homes.Settled> place(RoomRequest request, Scheduler scheduler) {
        if (scheduler.view().candidates().isEmpty()) {
            return CompletableFuture.completedFuture(Homes.Settled.no(new Placed.Nowhere(List.of())));
        }
        PlacementRequest asked = new PlacementRequest(request.unreachable(), request.room(), request.cost());
        RoomId room = request.room();
        return room == null
                ? scheduler.place(asked, null).thenApply(Homes.Settled::of)
                : homes.settle(scheduler, new Room(request.service(), room), asked);
    }

    private Placed remember(RoomRequest request, Homes.Settled settled) {
        Placement placement = settled.placement();
        if (settled.refused() != null || placement == null) {
            return settled.refused() == null ? new Placed.Nowhere(List.of()) : settled.refused();
        }
        Claimed claimed = settled.claimed();
        PlacementRecord record = new PlacementRecord(++placements, timeline.wallMillis(), request, placement, claimed);
        log.add(record);
        if (placement.chosen() != null) {
            return new Placed.Done(record);
        }
        Duration wait = placement.retryAfter();
        return wait == null ? new Placed.Nowhere(placement.offers()) : new Placed.NoRoom(request.service(), wait);
    }

    /** Claims a room for a process as a program wishes that placed it itself. */
    public CompletionStage<ClaimReply> claim(Room room, ClaimWish wish) {
        return turn(() -> scheduling
                .of(room.service())
                .thenComposeAsync(scheduler -> homes.claim(scheduler.view(), room, wish), timeline::execute));
    }

    /**
     * A service for a program that places rooms itself, which counts as one of its schedulers from then on.
     *
     * @param service the service
     * @param watcher the program's name
     */
    public CompletionStage<Seen> watched(ServiceId service, String watcher) {
        return turn(() -> scheduling.of(service).thenApply(scheduler -> {
            if (!scheduler.view().candidates().isEmpty()) {
                watchers.looked(service, watcher);
            }
            return new Seen(scheduler.drained(), settings.apply(service));
        }));
    }

    /** Lets the claim of a room live on; null if as many rooms as may be are remembered already. */
    public CompletionStage<@Nullable Renewed> renew(Room room, Claim held) {
        return turn(() -> homes.renew(room, held));
    }

    /** How many rooms may be remembered at one time. */
    public int mostRooms() {
        return limits.rooms();
    }

    /**
     * Ends a room.
     *
     * @param room the room
     * @param epoch the epoch under which the caller has it; without it, whichever stands
     */
    public CompletionStage<RoomEnd> release(Room room, OptionalLong epoch) {
        return turn(() -> {
            known.forget(room);
            return homes.release(room, epoch);
        });
    }

    /** Where a room lives, or null if it lives nowhere. Looking does not make it last longer. */
    public CompletionStage<@Nullable RoomShown> room(Room room) {
        return turn(() -> homes.find(room)
                .thenCompose(claim -> registry.view(room.service())
                        .<@Nullable RoomShown>thenApply(view -> claim == null ? null : shown(room, claim, view))));
    }

    private static RoomShown shown(Room room, Claim claim, ServiceView view) {
        Candidate home = view.find(claim.owner().instance());
        boolean same = home != null && home.owner().equals(claim.owner());
        return new RoomShown(room, claim, same ? home : null);
    }

    // ---- show

    /** Ends when the loop has taken a turn. */
    public CompletionStage<?> turn() {
        return turn(() -> CompletableFuture.completedFuture(null));
    }

    /** How it stands with the stores. */
    public Keeping keeping() {
        return keeping;
    }

    /** The ids of all services that have an instance. */
    public CompletionStage<List<ServiceId>> ids() {
        return turn(registry::services);
    }

    /** The services after an id in the order of their ids, as many as the limit; from the first one if it is null. */
    public CompletionStage<List<ServiceShown>> list(@Nullable ServiceId after, int limit) {
        return turn(() -> registry.services().thenCompose(known -> {
            CompletionStage<List<ServiceShown>> page = CompletableFuture.completedFuture(new ArrayList<>());
            List<ServiceId> wanted = known.stream()
                    .filter(id -> after == null || id.compareTo(after) > 0)
                    .limit(limit)
                    .toList();
            for (ServiceId id : wanted) {
                page = page.thenCombine(registry.ordered(id), (shown, ordered) -> {
                    shown.add(show(ordered));
                    return shown;
                });
            }
            return page;
        }));
    }

    /** A service as it is now, or null if it has no instance. */
    public CompletionStage<@Nullable ServiceShown> view(ServiceId service) {
        return turn(() -> registry.ordered(service)
                .<@Nullable ServiceShown>thenApplyAsync(
                        ordered -> ordered.view().candidates().isEmpty() ? null : show(ordered), timeline::execute));
    }

    private ServiceShown show(DrainedView ordered) {
        ServiceView view = ordered.view();
        ServiceSettings treated = settings.apply(view.service());
        SortedMap<InstanceId, DrainShown> drained = new TreeMap<>();
        for (Candidate candidate : view.candidates()) {
            Drain drain = ordered.drains().get(candidate.id());
            if (drain != null) {
                drained.put(
                        candidate.id(),
                        DrainShown.of(
                                drain,
                                candidate,
                                scheduling.inFlight(view.service(), candidate.owner()),
                                view.schedulers()));
            }
        }
        return new ServiceShown(
                view.service(),
                treated,
                view.current(),
                homes.knownIn(view),
                scheduling.placer(view.service()).offers(view),
                drained,
                drains.ended(view.service()));
    }

    /** A page of the last placements of a service in the order of time, or null if the service is not known. */
    public CompletionStage<@Nullable List<PlacementRecord>> placements(
            ServiceId service, OptionalLong after, int limit) {
        return turn(() -> registry.view(service)
                .<@Nullable List<PlacementRecord>>thenApplyAsync(
                        view -> view.candidates().isEmpty() && !log.has(service)
                                ? null
                                : log.page(service, after, limit),
                        timeline::execute));
    }

    private <T extends @Nullable Object> CompletionStage<T> turn(Supplier<CompletionStage<T>> work) {
        return CompletableFuture.supplyAsync(work, timeline::execute).thenCompose(answer -> answer);
    }
}
