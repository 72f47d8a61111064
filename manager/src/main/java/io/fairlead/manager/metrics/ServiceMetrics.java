package io.fairlead.manager.metrics;

import io.fairlead.manager.services.ServiceShown;
import io.fairlead.placement.Offer;

/** What is told of a service. */
public final class ServiceMetrics {

    private ServiceMetrics() {}

    /** Adds a service to a scrape. */
    public static void add(Scrape scrape, ServiceShown shown) {
        String service = shown.service().value();
        scrape.add(Metric.SERVICE_INSTANCES, shown.offers().size(), service)
                .add(Metric.SERVICE_INSTANCES_LIVE, shown.live(), service);
        for (Offer offer : shown.offers()) {
            String instance = offer.candidate().instance().id().value();
            scrape.add(Metric.INSTANCE_MARGIN, offer.points(), service, instance)
                    .add(Metric.INSTANCE_WEIGHT, offer.weight(), service, instance);
        }
    }
}
