package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.ServiceId;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.metrics.GroupMetrics;
import io.fairlead.manager.metrics.Metric;
import io.fairlead.manager.metrics.Scrape;
import io.fairlead.manager.metrics.ServiceMetrics;
import io.fairlead.manager.services.Services;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** {@code GET /metrics}. */
final class MetricsResource {

    /** Taken from a loop in one turn: well below a millisecond. */
    private static final int A_TURN = 50;

    private final Groups groups;
    private final Services services;
    private final Counts counts;
    private final Executor pages;
    private final long startedAt = System.nanoTime();

    MetricsResource(Groups groups, Services services, Counts counts, Executor pages) {
        this.groups = groups;
        this.services = services;
        this.counts = counts;
        this.pages = pages;
    }

    CompletionStage<Reply> scrape(Target target) {
        target.know();
        Scrape scrape = new Scrape();
        process(scrape);
        return groups(scrape, null)
                .thenCompose(done -> services(done, null))
                .thenApplyAsync(done -> new Reply(200, Scrape.CONTENT_TYPE, done.text(), new TreeMap<>()), pages);
    }

    private void process(Scrape scrape) {
        Runtime runtime = Runtime.getRuntime();
        scrape.add(Metric.HEAP_USED, runtime.totalMemory() - runtime.freeMemory())
                .add(
                        Metric.UPTIME,
                        Duration.ofNanos(System.nanoTime() - startedAt).toMillis() / 1000.0);
        counts.heartbeats().counts().forEach((result, count) -> scrape.add(Metric.HEARTBEATS, count, result));
        counts.requests().counts().forEach((status, count) -> scrape.add(Metric.HTTP_REQUESTS, count, status));
    }

    /** Some groups at a time, so that heartbeats get their turn in between. */
    private CompletionStage<Scrape> groups(Scrape scrape, @Nullable GroupId after) {
        return groups.list(after, A_TURN)
                .thenComposeAsync(
                        views -> {
                            views.forEach(view -> GroupMetrics.add(scrape, view));
                            return views.size() < A_TURN
                                    ? CompletableFuture.completedFuture(scrape)
                                    : groups(scrape, views.get(views.size() - 1).group());
                        },
                        pages);
    }

    private CompletionStage<Scrape> services(Scrape scrape, @Nullable ServiceId after) {
        return services.list(after, A_TURN)
                .thenComposeAsync(
                        shown -> {
                            shown.forEach(service -> ServiceMetrics.add(scrape, service));
                            return shown.size() < A_TURN
                                    ? CompletableFuture.completedFuture(scrape)
                                    : services(
                                            scrape, shown.get(shown.size() - 1).service());
                        },
                        pages);
    }
}
