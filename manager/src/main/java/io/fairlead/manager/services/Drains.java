package io.fairlead.manager.services;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The orders to drain of all services, and what became of those that ended. Touched by the loop's thread only. */
final class Drains {

    private static final Logger LOG = LoggerFactory.getLogger(Drains.class);

    /** What a person may still ask for who comes back from a break. */
    private static final int ENDED_KEPT = 100;

    private final Timeline timeline;
    private final ServiceClock clock;
    private final DrainStore store;
    private final Deque<DrainEnd> ended = new ArrayDeque<>();
    private final SortedMap<ServiceId, List<Drain>> last = new TreeMap<>();

    Drains(Timeline timeline, ServiceClock clock, DrainStore store) {
        this.timeline = timeline;
        this.clock = clock;
        this.store = store;
    }

    /** The orders for instances of a service; those known last while the store of the orders is away. */
    CompletionStage<List<Drain>> remembered(ServiceId service) {
        return store.drains(service, clock.now())
                .handleAsync(
                        (drains, trouble) -> drains == null ? last(service, trouble) : read(service, drains),
                        timeline::execute);
    }

    private List<Drain> read(ServiceId service, List<Drain> drains) {
        if (drains.isEmpty()) {
            last.remove(service);
        } else {
            last.put(service, drains);
        }
        return drains;
    }

    private List<Drain> last(ServiceId service, Throwable trouble) {
        if (!OutcomeUnknownException.isBehind(trouble)) {
            throw new CompletionException(trouble);
        }
        return last.getOrDefault(service, List.of());
    }

    /**
     * The orders that stand for instances of a view that was read after them. One whose process is gone ends with it, but not
     * by a view that is not current: that may show the process before the one that it is for.
     */
    List<Drain> standing(ServiceView view, List<Drain> drains) {
        List<Drain> standing = new ArrayList<>();
        for (Drain drain : drains) {
            DrainEnd.How how = ended(view, drain);
            if (how == null) {
                standing.add(drain);
            } else if (view.current()) {
                end(view.service(), drain.process(), how);
            }
        }
        return standing;
    }

    /**
     * How an order has ended by itself as a view has it, or null if it stands. An observer that cannot see takes nobody for
     * gone, and one that has just started may not have heard of everybody yet.
     */
    private DrainEnd.@Nullable How ended(ServiceView view, Drain drain) {
        Candidate now = view.find(drain.process().instance());
        if (now == null) {
            boolean heardAll = clock.running().compareTo(ReportStore.FORGET_AFTER) >= 0;
            return view.current() && heardAll ? DrainEnd.How.LOST : null;
        }
        return now.owner().equals(drain.process()) ? null : DrainEnd.How.RESTARTED;
    }

    /** Ends the order for a process, and notes it if there was one. */
    CompletionStage<?> end(ServiceId service, Owner process, DrainEnd.How how) {
        return store.cancel(service, process, clock.now())
                .thenAcceptAsync(
                        stood -> {
                            if (stood != null) {
                                note(new DrainEnd(service, stood, how));
                            }
                        },
                        timeline::execute);
    }

    private void note(DrainEnd end) {
        Owner process = end.drain().process();
        LOG.info(
                "service {}: the drain of instance {} has ended after {} s: {}",
                end.service(),
                process.instance(),
                end.drain().age().toSeconds(),
                end.how().words());
        ended.addLast(end);
        if (ended.size() > ENDED_KEPT) {
            ended.removeFirst();
        }
    }

    /** The last orders of a service that have ended, in the order of time. */
    List<DrainEnd> ended(ServiceId service) {
        List<DrainEnd> found = new ArrayList<>();
        for (DrainEnd end : ended) {
            if (end.service().equals(service)) {
                found.add(end);
            }
        }
        return found;
    }

    /**
     * Orders an instance to drain.
     *
     * @param view the instances of its service
     * @param scheduling which of them may take a room, and what is on its way to them
     * @param wish what is ordered of whom
     */
    CompletionStage<DrainReply> order(ServiceView view, Scheduling scheduling, DrainWish wish) {
        Candidate candidate = view.find(wish.instance());
        if (candidate == null) {
            return CompletableFuture.completedFuture(new DrainReply.Unknown(wish.instance()));
        }
        boolean takesRooms = candidate.report().state() == InstanceState.UP;
        boolean othersDo = scheduling.placer(view.service()).offers(view).stream()
                .anyMatch(offer -> offer.live() && !offer.candidate().id().equals(candidate.id()));
        if (takesRooms && !wish.force() && !othersDo) {
            return CompletableFuture.completedFuture(new DrainReply.LastUsable(wish.instance()));
        }
        return remembered(view.service())
                .thenCompose(drains -> {
                    Drain.Wish before = wishFor(candidate.owner(), drains);
                    return store.order(view.service(), candidate.owner(), wish.over(before), clock.now())
                            .thenApply(drain -> tell(view.service(), drain, before));
                })
                .thenApply(drain -> {
                    double inFlight = scheduling.inFlight(view.service(), candidate.owner());
                    return new DrainReply.Ordered(DrainShown.of(drain, candidate, inFlight, view.schedulers()));
                });
    }

    private static Drain.@Nullable Wish wishFor(Owner process, List<Drain> drains) {
        return drains.stream()
                .filter(drain -> drain.process().equals(process))
                .map(Drain::wish)
                .findFirst()
                .orElse(null);
    }

    private static Drain tell(ServiceId service, Drain drain, Drain.@Nullable Wish before) {
        Drain.Wish now = drain.wish();
        InstanceId instance = drain.process().instance();
        long seconds = now.within().toSeconds();
        if (before == null) {
            LOG.info("service {}: instance {} drains, its rooms have {} s", service, instance, seconds);
        } else if (!before.equals(now)) {
            LOG.info(
                    "service {}: the order for instance {} to drain is another one: from now on its rooms have {} s (then {}), not {} s (then {})",
                    service,
                    instance,
                    seconds,
                    word(now),
                    before.within().toSeconds(),
                    word(before));
        }
        return drain;
    }

    private static String word(Drain.Wish wish) {
        return wish.then().name().toLowerCase(Locale.ROOT);
    }

    /** Takes an order back. */
    CompletionStage<DrainReply> cancel(ServiceView view, InstanceId instance) {
        Candidate candidate = view.find(instance);
        if (candidate == null) {
            return CompletableFuture.completedFuture(new DrainReply.Unknown(instance));
        }
        return end(view.service(), candidate.owner(), DrainEnd.How.CANCELLED)
                .thenApply(done -> new DrainReply.Cancelled(instance));
    }
}
