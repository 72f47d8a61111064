package io.fairlead.manager.services;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.DrainedView;
import io.fairlead.store.ReportStore.LeaveAnswer;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instances of all services, with the orders that stand for them. Touched by the loop's thread only. */
final class Registry {

    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final ServiceClock clock;
    private final Stores stores;
    private final Limits limits;

    private final Drains drains;

    Registry(ServiceClock clock, Stores stores, Limits limits, Drains drains) {
        this.clock = clock;
        this.stores = stores;
        this.limits = limits;
        this.drains = drains;
    }

    /** The services that have an instance. */
    CompletionStage<List<ServiceId>> services() {
        return stores.reports().services(clock.now());
    }

    /** A service as it is to be decided on: who is ordered to drain does, and loads count if they can be believed. */
    CompletionStage<DrainedView> ordered(ServiceId service) {
        // The orders first: of a process that registers and is ordered to drain in between, the order is not known yet.
        return drains.remembered(service)
                .thenCompose(orders -> stores.reports()
                        .view(service, clock.now())
                        .thenApply(read -> {
                            ServiceView view = clock.canSee() ? read : read.outdated();
                            return DrainedView.of(view, drains.standing(view, orders));
                        }));
    }

    CompletionStage<ServiceView> view(ServiceId service) {
        return ordered(service).thenApply(DrainedView::view);
    }

    /** Takes a report in; answers why not, or null if it counts or says nothing new. */
    CompletionStage<ReportAnswer> put(Report report) {
        return stores.reports().put(report.service(), report.instance(), report.load(), clock.now());
    }

    /** Why there is no room for the instance of a report beside those of a view, or null if there is. */
    CompletionStage<ReportReply.@Nullable Full> full(Report report, ServiceView view) {
        int instances = view.candidates().size();
        if (view.find(report.instance().id()) != null) {
            return done(null);
        }
        if (instances >= limits.instances()) {
            return done(new ReportReply.Full("instances of service " + report.service(), limits.instances()));
        }
        if (stores.keeping().instancesHeld() >= limits.allInstances()) {
            return done(new ReportReply.Full("instances", limits.allInstances()));
        }
        if (instances > 0) {
            return done(null);
        }
        return services()
                .thenApply(known ->
                        known.size() < limits.services() ? null : new ReportReply.Full("services", limits.services()));
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
                    .thenCompose(answer -> drains.end(service, present.owner(), DrainEnd.How.LEFT)
                            .thenApply(ended -> answer == LeaveAnswer.DONE));
        });
    }
}
