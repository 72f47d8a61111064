package io.fairlead.simulator.rooms;

import io.fairlead.ServiceId;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.ReportStore;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** What all of a run share: its time, its store, its books. */
final class Shared {

    static final ServiceId SERVICE = new ServiceId("rooms");

    final RoomWorld world;
    final Agenda agenda = new Agenda();
    final ReportStore reports = new InMemoryReportStore();
    final AffinityStore affinity = new InMemoryAffinityStore();
    final Books books = new Books();

    Shared(RoomWorld world) {
        this.world = world;
    }

    double now() {
        return agenda.now();
    }

    Instant time() {
        return Time.instant(agenda.now());
    }

    boolean storeAway() {
        return world.away() != null && world.away().covers(agenda.now());
    }

    /** What a store in memory answers: at once. */
    static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
