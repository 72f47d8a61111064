package io.fairlead.manager.services;

import io.fairlead.manager.loop.Timeline;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.DrainStore;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.ReportStore;
import org.jspecify.annotations.Nullable;

/**
 * Where services are remembered.
 *
 * @param reports the instances and their newest reports
 * @param rooms the homes of the rooms
 * @param drains the orders to drain
 * @param keeping how it stands with them
 */
public record Stores(ReportStore reports, AffinityStore rooms, DrainStore drains, Keeping keeping) {

    /** The same, whose answers come as turns of a timeline, whatever thread the stores answer on. */
    Stores in(Timeline timeline) {
        return keeping.isShared() ? new TurnedStores(timeline).of(this) : this;
    }

    /** In the memory of this process, for as long as it lives. */
    public static Stores inMemory() {
        return inMemory(new InMemoryDrainStore());
    }

    /** In the memory of this process, but for the orders to drain. */
    public static Stores inMemory(DrainStore drains) {
        InMemoryReportStore reports = new InMemoryReportStore();
        InMemoryAffinityStore rooms = new InMemoryAffinityStore();
        return new Stores(reports, rooms, drains, new OwnMemory(reports, rooms));
    }

    /** The memory of this process, which is as old as it is. */
    private record OwnMemory(InMemoryReportStore reports, InMemoryAffinityStore rooms) implements Keeping {
        @Override
        public int instancesHeld() {
            return reports.size();
        }

        @Override
        public int roomsHeld() {
            return rooms.size();
        }

        @Override
        public boolean isShared() {
            return false;
        }

        @Override
        public @Nullable String trouble() {
            return null;
        }

        @Override
        public void close() {}
    }
}
