package io.fairlead.manager.services;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Offer;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * A service as it is now.
 *
 * @param service the service
 * @param settings how it is treated
 * @param canSee whether loads can be believed: not just after the manager itself was stopped
 * @param roomsKnownIn time until the manager, which has just started, knows all of its rooms; zero once it does
 * @param offers what each instance offers the next room, in the order of their ids
 * @param drained the instances that an operator ordered to drain, and how far each is
 * @param drainsEnded the last orders to drain that have ended, in the order of time
 */
public record ServiceShown(
        ServiceId service,
        ServiceSettings settings,
        boolean canSee,
        Duration roomsKnownIn,
        List<Offer> offers,
        SortedMap<InstanceId, DrainShown> drained,
        List<DrainEnd> drainsEnded) {

    /** How many instances may take a room. */
    public int live() {
        return (int) offers.stream().filter(Offer::live).count();
    }

    /** The sum of the weights. */
    public double weight() {
        return offers.stream().mapToDouble(Offer::weight).sum();
    }
}
