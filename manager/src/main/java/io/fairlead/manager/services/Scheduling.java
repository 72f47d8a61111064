package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.store.DrainedView;
import io.fairlead.store.KnownClaims;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** This manager as the scheduler of each of its services. Touched by the loop's thread only. */
final class Scheduling {

    /** What is in a shared store is read so often that a report counts soon, and so seldom that a storm costs few reads. */
    private static final Duration READ_EVERY = Duration.ofMillis(250);

    private final Function<ServiceId, ServiceSettings> settings;
    private final Desk desk;
    private final Map<ServiceId, Scheduler> schedulers;

    Scheduling(Function<ServiceId, ServiceSettings> settings, Limits limits, Desk desk) {
        this.settings = settings;
        this.desk = desk;
        // A service ends without a word, so the one that was silent for longest goes when there are too many.
        this.schedulers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ServiceId, Scheduler> eldest) {
                return size() > limits.services();
            }
        };
    }

    /** What every scheduler works with. */
    record Desk(
            Timeline timeline,
            ServiceClock clock,
            Function<ServiceId, CompletionStage<DrainedView>> read,
            Stores stores,
            KnownClaims known,
            Draw draw) {

        Scheduler scheduler(ServiceId service, PlacementSettings placement) {
            return new Scheduler(
                    service,
                    placement,
                    new Scheduler.Tools(
                            () -> read.apply(service), stores.rooms(), known, timeline::execute, clock::now, draw));
        }
    }

    /** The scheduler of a service once it knows the reports of now, or of a moment ago where the store is a shared one. */
    CompletionStage<Scheduler> of(ServiceId service) {
        Scheduler scheduler = schedulers.computeIfAbsent(service, this::begin);
        boolean shared = desk.stores.keeping().isShared();
        return (shared ? scheduler.glance(READ_EVERY) : scheduler.look())
                .thenComposeAsync(
                        // Of a service of which nobody was there a moment ago, the first instance may have come since.
                        view -> shared && view.candidates().isEmpty()
                                ? scheduler.look()
                                : CompletableFuture.completedFuture(view),
                        desk.timeline::execute)
                .thenApplyAsync(
                        view -> {
                            // Names of services that do not exist leave no trace, so strangers cannot fill the memory.
                            if (view.candidates().isEmpty()) {
                                schedulers.remove(service, scheduler);
                            }
                            return scheduler;
                        },
                        desk.timeline::execute);
    }

    /** This manager has changed something of a service in the stores: whoever asks next is answered by a look after that. */
    void changed(ServiceId service) {
        Scheduler scheduler = schedulers.get(service);
        if (scheduler != null) {
            scheduler.changed();
        }
    }

    /** Rooms that this manager placed on a process and no report shows yet, in usual rooms. */
    double inFlight(ServiceId service, Owner process) {
        Scheduler scheduler = schedulers.get(service);
        return scheduler == null ? 0 : scheduler.state().inFlight().rooms(process);
    }

    private Scheduler begin(ServiceId service) {
        return desk.scheduler(service, settings.apply(service).placement());
    }

    /** The placer of a service, by what is known now. */
    Placer placer(ServiceId service) {
        Scheduler scheduler = schedulers.get(service);
        return (scheduler == null ? begin(service) : scheduler).placer();
    }
}
