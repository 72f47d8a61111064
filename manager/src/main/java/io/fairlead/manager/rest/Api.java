package io.fairlead.manager.rest;

import io.fairlead.manager.journal.History;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.services.Services;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The REST interface without the network: one request in, one reply out, never an exception. */
final class Api {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    /** The loop answers within milliseconds; a client that waits for longer than this had better ask again. */
    private static final long ANSWER_WITHIN_MS = 5_000;

    private final Routes routes;
    private final Counts counts;

    Api(Routes routes) {
        this(routes, Counts.none());
    }

    private Api(Routes routes, Counts counts) {
        this.routes = routes;
        this.counts = counts;
    }

    /**
     * The interface to some groups and services.
     *
     * @param pages writes the long documents, so that neither the loop that decides nor the thread that takes
     *     heartbeats waits for them
     * @param history the groups' past rounds, or null if nothing is kept of them
     */
    static Api of(Groups groups, Services services, Executor pages, @Nullable History history) {
        Routes routes = new Routes();
        EventFeed feed = new EventFeed();
        groups.tell(feed);
        Counts counts = Counts.none();
        HeartbeatResource heartbeat = new HeartbeatResource(groups, counts.heartbeats());
        GroupResource group = new GroupResource(groups, pages);
        DecisionResource decision = new DecisionResource(groups, pages);
        routes.add("POST", "/v1/groups/{group}/nodes/{node}/heartbeat", heartbeat::beat)
                .add("GET", "/v1/groups", group::list)
                .add("GET", "/v1/groups/{group}", group::show)
                .add("GET", "/v1/groups/{group}/primary", group::primary)
                .add("GET", "/v1/groups/{group}/decisions", decision::page)
                .add("GET", "/v1/groups/{group}/decisions/{round}", decision::round)
                .add("GET", "/v1/groups/{group}/history", new HistoryResource(groups, pages, history)::page)
                .add("GET", "/v1/events", new EventResource(feed)::stream);
        addOrders(routes, new OrderResource(groups));
        addServices(routes, services);
        addWatching(routes, new HealthResource(groups, services, routes));
        routes.add("GET", "/metrics", new MetricsResource(groups, services, counts, pages)::scrape);
        return new Api(routes, counts);
    }

    private static void addWatching(Routes routes, HealthResource health) {
        DashboardResource dashboard = new DashboardResource();
        routes.add("GET", "/health/live", health::live)
                .add("GET", "/health/ready", health::ready)
                .add("GET", "/openapi.yaml", new OpenApiResource()::show)
                .add("GET", "/v1", health::index)
                .add("GET", "/", DashboardResource::lead)
                .add("GET", "/dashboard", DashboardResource::lead)
                .add("GET", "/dashboard/", dashboard::page)
                .add("GET", "/dashboard/{file}", dashboard::file);
    }

    private static void addOrders(Routes routes, OrderResource order) {
        routes.add("POST", "/v1/groups/{group}/pause", order::pause)
                .add("POST", "/v1/groups/{group}/resume", order::resume)
                .add("POST", "/v1/groups/{group}/observe", order::observe)
                .add("POST", "/v1/groups/{group}/switchover", order::switchover)
                .add("PUT", "/v1/groups/{group}/nodes/{node}/maintenance", order::maintenance)
                .add("DELETE", "/v1/groups/{group}/nodes/{node}", order::remove)
                .add("GET", "/v1/audit", order::audit);
    }

    private static void addServices(Routes routes, Services services) {
        ServiceResource service = new ServiceResource(services);
        InstanceResource instance = new InstanceResource(services);
        PlacementResource placement = new PlacementResource(services);
        RoomResource room = new RoomResource(services);
        routes.add("GET", "/v1/services", service::list)
                .add("GET", "/v1/services/{service}", service::show)
                .add("PUT", "/v1/services/{service}/instances/{instance}", instance::report)
                .add("DELETE", "/v1/services/{service}/instances/{instance}", instance::leave)
                .add("POST", "/v1/services/{service}/instances/{instance}/drain", instance::drain)
                .add("DELETE", "/v1/services/{service}/instances/{instance}/drain", instance::endDrain)
                .add("POST", "/v1/services/{service}/placements", placement::place)
                .add("GET", "/v1/services/{service}/placements", placement::page)
                .add("GET", "/v1/services/{service}/rooms/{room}", room::show)
                .add("PUT", "/v1/services/{service}/rooms/{room}", room::renew)
                .add("DELETE", "/v1/services/{service}/rooms/{room}", room::end);
    }

    CompletionStage<Reply> answer(Request request) {
        return answered(request).thenApply(reply -> {
            counts.requests().count(Integer.toString(reply.status()));
            return reply;
        });
    }

    private CompletionStage<Reply> answered(Request request) {
        try {
            return routes.handle(request)
                    .toCompletableFuture()
                    .orTimeout(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                    .exceptionally(failure -> trouble(request, failure));
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(trouble(request, failure));
        }
    }

    private static Reply trouble(Request request, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return refusal.problem().reply();
        }
        if (cause instanceof Routes.WrongMethod wrong) {
            return Problem.of(Problem.Code.METHOD_NOT_ALLOWED, String.valueOf(wrong.getMessage()))
                    .reply()
                    .with("allow", wrong.allow());
        }
        if (cause instanceof TimeoutException) {
            LOG.error(
                    "{} {}: no answer from the loop within {} ms",
                    request.method(),
                    request.rawPath(),
                    ANSWER_WITHIN_MS);
            return Problem.of(Problem.Code.OVERLOADED, "the manager did not answer in time: ask again later")
                    .reply();
        }
        if (cause instanceof RejectedExecutionException) {
            return Problem.of(
                            Problem.Code.OVERLOADED, "the manager has too much to do, or is stopping: ask again later")
                    .reply();
        }
        if (cause instanceof Error fault) {
            Fatal.end(fault);
        }
        LOG.error("{} {} failed", request.method(), request.rawPath(), cause);
        return Problem.of(Problem.Code.INTERNAL_ERROR, "this is a bug of the manager; its log says more")
                .reply();
    }
}
