package io.fairlead.manager.services;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.ReportStore.LeaveAnswer;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instances of all services, and which of them an operator wants to be empty. Touched by the loop's thread only. */
final class Registry {

    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final Timeline timeline;
    private final ServiceClock clock;
    private final Stores stores;
    private final Limits limits;

    /** Orders hold for one process: whoever restarts an instance has what he drained it for. */
    private final Map<ServiceId, Map<InstanceId, Owner>> drains = new TreeMap<>();

    Registry(Timeline timeline, ServiceClock clock, Stores stores, Limits limits) {
        this.timeline = timeline;
        this.clock = clock;
        this.stores = stores;
        this.limits = limits;
    }

    /** The services that have an instance. */
    CompletionStage<List<ServiceId>> services() {
        return stores.reports().services(clock.now());
    }

    /** A service as it is to be decided on: who is ordered to drain does, and loads count if they can be believed. */
    CompletionStage<ServiceView> view(ServiceId service) {
        return stores.reports().view(service, clock.now()).thenApplyAsync(this::withOrders, timeline::execute);
    }

    private ServiceView withOrders(ServiceView view) {
        List<Candidate> candidates = new ArrayList<>();
        Map<InstanceId, Owner> still = new TreeMap<>();
        for (Candidate candidate : view.candidates()) {
            boolean ordered = isDrained(view.service(), candidate.owner());
            if (ordered) {
                still.put(candidate.id(), candidate.owner());
            }
            boolean drains = ordered && candidate.report().state() == InstanceState.UP;
            candidates.add(
                    drains
                            ? new Candidate(
                                    candidate.instance(),
                                    candidate.report().with(InstanceState.DRAINING),
                                    candidate.sampleAge())
                            : candidate);
        }
        if (still.isEmpty()) {
            drains.remove(view.service());
        } else {
            drains.put(view.service(), still);
        }
        return new ServiceView(view.service(), candidates, view.current() && clock.canSee());
    }

    boolean isDrained(ServiceId service, Owner owner) {
        return owner.equals(drains.getOrDefault(service, Map.of()).get(owner.instance()));
    }

    /** Takes a report in; answers why not, or null if it counts or says nothing new. */
    CompletionStage<ReportAnswer> put(Report report) {
        return stores.reports().put(report.service(), report.instance(), report.load(), clock.now());
    }

    /** Why there is no room for the instance of a report, or null if there is. */
    CompletionStage<ReportReply.@Nullable Full> full(Report report) {
        return view(report.service()).thenCompose(view -> {
            int instances = view.candidates().size();
            if (view.find(report.instance().id()) != null) {
                return done(null);
            }
            if (instances >= limits.instances()) {
                return done(new ReportReply.Full("instances of service " + report.service(), limits.instances()));
            }
            if (stores.instancesHeld().getAsInt() >= limits.allInstances()) {
                return done(new ReportReply.Full("instances", limits.allInstances()));
            }
            if (instances > 0) {
                return done(null);
            }
            return services()
                    .thenApply(known -> known.size() < limits.services()
                            ? null
                            : new ReportReply.Full("services", limits.services()));
        });
    }

    private static CompletionStage<ReportReply.@Nullable Full> done(ReportReply.@Nullable Full full) {
        return CompletableFuture.completedFuture(full);
    }

    /** Takes an instance out, if it is there, and if it is this process where one is named. */
    CompletionStage<Boolean> leave(ServiceId service, InstanceId id, @Nullable Incarnation incarnation) {
        return view(service).thenCompose(view -> {
            Candidate present = view.find(id);
            if (present == null
                    || (incarnation != null && !present.report().incarnation().equals(incarnation))) {
                return CompletableFuture.completedFuture(false);
            }
            LOG.info("service {}: instance {} leaves", service, id);
            return stores.reports()
                    .leave(service, present.owner(), clock.now())
                    .thenApply(answer -> answer == LeaveAnswer.DONE);
        });
    }

    /** Orders an instance to drain, or takes the order back; answers whether there is such an instance. */
    CompletionStage<Boolean> drain(ServiceId service, InstanceId id, boolean drain) {
        return view(service)
                .thenApplyAsync(
                        view -> {
                            Candidate present = view.find(id);
                            if (present == null) {
                                return false;
                            }
                            Map<InstanceId, Owner> ordered = drains.computeIfAbsent(service, key -> new TreeMap<>());
                            if (drain) {
                                ordered.put(id, present.owner());
                            } else {
                                ordered.remove(id);
                            }
                            LOG.info("service {}: instance {} {}", service, id, drain ? "drains" : "takes rooms again");
                            return true;
                        },
                        timeline::execute);
    }
}
