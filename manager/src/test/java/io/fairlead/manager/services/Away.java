package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores in memory that do not answer while a test wants that. */
final class Away {

    private Away() {}

    private static <T extends @Nullable Object> CompletionStage<T> unless(
            BooleanSupplier away, CompletionStage<T> answer) {
        return away.getAsBoolean()
                ? CompletableFuture.failedFuture(new OutcomeUnknownException("the store is away"))
                : answer;
    }

    static ReportStore reports(ReportStore store, BooleanSupplier away, Runnable read) {
        return new ReportStore() {
            @Override
            public CompletionStage<ReportAnswer> put(
                    ServiceId service, Instance instance, LoadReport report, Instant now) {
                return unless(away, store.put(service, instance, report, now));
            }

            @Override
            public CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant now) {
                return unless(away, store.leave(service, process, now));
            }

            @Override
            public CompletionStage<ServiceView> view(ServiceId service, Instant now) {
                read.run();
                return unless(away, store.view(service, now));
            }

            @Override
            public CompletionStage<List<ServiceId>> services(Instant now) {
                return unless(away, store.services(now));
            }
        };
    }

    static AffinityStore rooms(AffinityStore store, BooleanSupplier away, Supplier<@Nullable Duration> sinceLoss) {
        return new AffinityStore() {
            @Override
            public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
                return away.getAsBoolean()
                        ? CompletableFuture.failedFuture(new OutcomeUnknownException("the store is away"))
                        : store.claim(room, wish, now);
            }

            @Override
            public CompletionStage<Renewed> renew(Room room, Claim held, Instant now) {
                return away.getAsBoolean()
                        ? CompletableFuture.failedFuture(new OutcomeUnknownException("the store is away"))
                        : store.renew(room, held, now);
            }

            @Override
            public CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant now) {
                return unless(away, store.release(room, held, now));
            }

            @Override
            public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
                return unless(away, store.find(room, now));
            }

            @Override
            public @Nullable Duration sinceLoss() {
                return sinceLoss.get();
            }
        };
    }
}
