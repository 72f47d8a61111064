package io.fairlead.client;

import io.fairlead.ServiceId;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.DrainedView;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instances of one service as the stores show them, with the orders to drain. Orders that cannot be read stand on. */
final class StoreView implements Look {

    private static final Logger LOG = LoggerFactory.getLogger(StoreView.class);

    private final ServiceId service;
    private final ReportStore reports;
    private final DrainStore orders;
    private final StoreCalls calls;
    private final PlacementSettings settings;
    private final Supplier<Instant> clock;

    // Touched by turns only.
    private List<Drain> drains = List.of();
    private long drainsAt;
    private DrainedView last;
    private boolean refused;

    StoreView(ServiceId service, StoreClient.Stores stores, StoreCalls calls, PlacementSettings settings) {
        this.service = service;
        this.settings = settings;
        this.reports = stores.reports();
        this.orders = stores.drains();
        this.clock = stores.clock();
        this.calls = calls;
        this.last = new DrainedView(new ServiceView(service, List.of(), false), new TreeMap<>());
    }

    @Override
    public PlacementSettings settings() {
        return settings;
    }

    @Override
    public DrainedView last() {
        return last;
    }

    @Override
    public CompletionStage<DrainedView> read(Duration within) {
        CompletableFuture<List<Drain>> ordered = calls.within(within, () -> orders.drains(service, clock.get()));
        return calls.within(within, () -> reports.view(service, clock.get()))
                .handleAsync(this::judged, calls.timeline::execute)
                .thenCompose(view -> ordered.handleAsync(
                        (read, trouble) -> joined(view, read == null ? aged() : taken(read)), calls.timeline::execute));
    }

    private ServiceView judged(@Nullable ServiceView view, @Nullable Throwable trouble) {
        if (view != null) {
            refused = false;
            return view;
        }
        Throwable cause = trouble == null ? new IllegalStateException("no view") : StoreCalls.cause(trouble);
        if (cause instanceof OutcomeUnknownException away) {
            throw away;
        }
        if (!refused) {
            refused = true;
            LOG.warn("service {}: the reports cannot be read", service, cause);
        }
        throw new OutcomeUnknownException("the reports of service " + service + ": " + cause.getMessage());
    }

    private List<Drain> taken(List<Drain> read) {
        drains = read;
        drainsAt = calls.timeline.nanos();
        return read;
    }

    /** The orders as they stand by now, where they cannot be read. */
    private List<Drain> aged() {
        Duration since = Duration.ofNanos(calls.timeline.nanos() - drainsAt);
        return drains.stream()
                .map(drain -> new Drain(drain.process(), drain.age().plus(since), drain.wish()))
                .toList();
    }

    private DrainedView joined(ServiceView view, List<Drain> ordered) {
        last = DrainedView.of(view, ordered);
        return last;
    }
}
