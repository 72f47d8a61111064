package io.fairlead.manager.services;

import io.fairlead.store.AffinityStore;
import io.fairlead.store.DrainStore;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.ReportStore;
import java.util.function.IntSupplier;

/**
 * Where services are remembered.
 *
 * @param reports the instances and their newest reports
 * @param instancesHeld how many instances take up memory of this process
 * @param rooms the homes of the rooms
 * @param roomsHeld how many rooms take up memory of this process
 * @param drains the orders to drain
 */
public record Stores(
        ReportStore reports, IntSupplier instancesHeld, AffinityStore rooms, IntSupplier roomsHeld, DrainStore drains) {

    /** In the memory of this process, for as long as it lives. */
    public static Stores inMemory() {
        return inMemory(new InMemoryDrainStore());
    }

    /** In the memory of this process, but for the orders to drain. */
    public static Stores inMemory(DrainStore drains) {
        InMemoryReportStore reports = new InMemoryReportStore();
        InMemoryAffinityStore rooms = new InMemoryAffinityStore();
        return new Stores(reports, reports::size, rooms, rooms::size, drains);
    }
}
