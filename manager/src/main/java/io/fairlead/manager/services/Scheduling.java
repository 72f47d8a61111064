package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placer;
import io.fairlead.placement.SchedulerState;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.Origin;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What this manager has learnt of each service as its scheduler. Touched by the loop's thread only. */
final class Scheduling {

    private final Function<ServiceId, ServiceSettings> settings;
    private final ServiceClock clock;
    private final Map<ServiceId, SchedulerState> states;

    Scheduling(Function<ServiceId, ServiceSettings> settings, ServiceClock clock, Limits limits) {
        this.settings = settings;
        this.clock = clock;
        // A service ends without a word, so the one that was silent for longest goes when there are too many.
        this.states = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ServiceId, SchedulerState> eldest) {
                return size() > limits.services();
            }
        };
    }

    /** Learns from the reports of a service, as they were read just now. */
    void learn(ServiceView view) {
        if (view.candidates().isEmpty()) {
            states.remove(view.service());
            return;
        }
        SchedulerState next =
                state(view.service()).learn(view, settings.apply(view.service()).placement(), clock.now());
        states.put(view.service(), next);
    }

    /** A caller could not connect to a process. */
    void connectFailed(ServiceId service, @Nullable Owner process) {
        if (process != null) {
            states.computeIfPresent(service, (id, state) -> state.connectFailed(process, clock.now()));
        }
    }

    /** Counts a room that was placed as on its way, unless it lived there before. */
    void placed(RoomRequest request, Homes.Settled settled) {
        Candidate chosen =
                settled.placement() == null ? null : settled.placement().chosen();
        boolean lived = settled.claimed() != null && settled.claimed().origin() == Origin.KEPT;
        if (chosen != null && !lived) {
            Instant now = clock.now();
            states.computeIfPresent(
                    request.service(), (id, state) -> state.placed(chosen.owner(), request.cost(), now));
        }
    }

    /** The placer of a service, by what is known now. */
    Placer placer(ServiceId service) {
        return new Placer(settings.apply(service).placement(), state(service));
    }

    private SchedulerState state(ServiceId service) {
        SchedulerState state = states.get(service);
        return state == null ? SchedulerState.initial() : state;
    }
}
