package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.ReportStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Lets the answers of stores come as turns of a timeline: those of a shared one come on its connection's thread. */
final class TurnedStores {

    private final Timeline timeline;

    TurnedStores(Timeline timeline) {
        this.timeline = timeline;
    }

    Stores of(Stores stores) {
        return new Stores(
                new Reports(stores.reports()),
                new Rooms(stores.rooms()),
                new Drains(stores.drains()),
                stores.keeping());
    }

    private <T extends @Nullable Object> CompletionStage<T> turn(CompletionStage<T> answer) {
        CompletableFuture<T> turned = new CompletableFuture<>();
        var unused = answer.whenComplete((value, failure) -> timeline.execute(() -> {
            if (failure == null) {
                turned.complete(value);
            } else {
                turned.completeExceptionally(failure);
            }
        }));
        return turned;
    }

    private final class Reports implements ReportStore {
        private final ReportStore store;

        Reports(ReportStore store) {
            this.store = store;
        }

        @Override
        public CompletionStage<ReportAnswer> put(ServiceId service, Instance instance, LoadReport report, Instant now) {
            return turn(store.put(service, instance, report, now));
        }

        @Override
        public CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant now) {
            return turn(store.leave(service, process, now));
        }

        @Override
        public CompletionStage<ServiceView> view(ServiceId service, Instant now) {
            return turn(store.view(service, now));
        }

        @Override
        public CompletionStage<List<ServiceId>> services(Instant now) {
            return turn(store.services(now));
        }
    }

    private final class Rooms implements AffinityStore {
        private final AffinityStore store;

        Rooms(AffinityStore store) {
            this.store = store;
        }

        @Override
        public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
            return turn(store.claim(room, wish, now));
        }

        @Override
        public CompletionStage<Renewed> renew(Room room, Claim held, Instant now) {
            return turn(store.renew(room, held, now));
        }

        @Override
        public CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant now) {
            return turn(store.release(room, held, now));
        }

        @Override
        public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
            return turn(store.find(room, now));
        }

        @Override
        public @Nullable Duration sinceLoss() {
            return store.sinceLoss();
        }
    }

    private final class Drains implements DrainStore {
        private final DrainStore store;

        Drains(DrainStore store) {
            this.store = store;
        }

        @Override
        public CompletionStage<Drain> order(ServiceId service, Owner process, Drain.Wish wish, Instant now) {
            return turn(store.order(service, process, wish, now));
        }

        @Override
        public CompletionStage<@Nullable Drain> cancel(ServiceId service, Owner process, Instant now) {
            return turn(store.cancel(service, process, now));
        }

        @Override
        public CompletionStage<List<Drain>> drains(ServiceId service, Instant now) {
            return turn(store.drains(service, now));
        }
    }
}
