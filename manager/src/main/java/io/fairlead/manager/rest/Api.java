package io.fairlead.manager.rest;

import io.fairlead.manager.access.KnownTokens;
import io.fairlead.manager.journal.History;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.services.Services;
import io.fairlead.store.OutcomeUnknownException;
import java.util.SortedMap;
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
    private final Guard guard;

    Api(Routes routes) {
        this(routes, Counts.none(), KnownTokens.NONE);
    }

    private Api(Routes routes, Counts counts, KnownTokens tokens) {
        this.routes = routes;
        this.counts = counts;
        this.guard = new Guard(tokens);
    }

    /** The same for those who have a token. */
    Api behind(KnownTokens tokens) {
        return new Api(routes, counts, tokens);
    }

    /** Whom each route lets in, by method and path. */
    SortedMap<String, Access> access() {
        return routes.access();
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
        routes.add("POST", "/v1/groups/{group}/nodes/{node}/heartbeat", Access.PART, heartbeat::beat)
                .add("GET", "/v1/groups", Access.LOOK, group::list)
                .add("GET", "/v1/groups/{group}", Access.LOOK, group::show)
                .add("GET", "/v1/groups/{group}/primary", Access.PART_OR_LOOK, group::primary)
                .add("GET", "/v1/groups/{group}/drills", Access.LOOK, group::drills)
                .add("GET", "/v1/groups/{group}/decisions", Access.LOOK, decision::page)
                .add("GET", "/v1/groups/{group}/decisions/{round}", Access.LOOK, decision::round)
                .add(
                        "GET",
                        "/v1/groups/{group}/history",
                        Access.LOOK,
                        new HistoryResource(groups, pages, history)::page)
                .add("GET", "/v1/events", Access.LOOK, new EventResource(feed)::stream);
        addOrders(routes, new OrderResource(groups));
        addServices(routes, services);
        addWatching(routes, new HealthResource(groups, services, routes));
        routes.add("GET", "/metrics", Access.LOOK, new MetricsResource(groups, services, counts, pages)::scrape);
        return new Api(routes, counts, KnownTokens.NONE);
    }

    private static void addWatching(Routes routes, HealthResource health) {
        DashboardResource dashboard = new DashboardResource();
        routes.add("GET", "/health/live", Access.OPEN, health::live)
                .add("GET", "/health/ready", Access.OPEN, health::ready)
                .add("GET", "/openapi.yaml", Access.LOOK, new OpenApiResource()::show)
                .add("GET", "/v1", Access.LOOK, health::index)
                .add("GET", "/", Access.OPEN, DashboardResource::lead)
                .add("GET", "/dashboard", Access.OPEN, DashboardResource::lead)
                .add("GET", "/dashboard/", Access.OPEN, dashboard::page)
                .add("GET", "/dashboard/{file}", Access.OPEN, dashboard::file);
    }

    private static void addOrders(Routes routes, OrderResource order) {
        routes.add("POST", "/v1/groups/{group}/pause", Access.ORDER, order::pause)
                .add("POST", "/v1/groups/{group}/resume", Access.ORDER, order::resume)
                .add("POST", "/v1/groups/{group}/observe", Access.ORDER, order::observe)
                .add("POST", "/v1/groups/{group}/switchover", Access.ORDER, order::switchover)
                .add("PUT", "/v1/groups/{group}/nodes/{node}/maintenance", Access.ORDER, order::maintenance)
                .add("DELETE", "/v1/groups/{group}/nodes/{node}", Access.ORDER, order::remove)
                .add("GET", "/v1/audit", Access.LOOK, order::audit);
    }

    private static void addServices(Routes routes, Services services) {
        ServiceResource service = new ServiceResource(services);
        InstanceResource instance = new InstanceResource(services);
        PlacementResource placement = new PlacementResource(services);
        RoomResource room = new RoomResource(services);
        routes.add("GET", "/v1/services", Access.LOOK, service::list)
                .add("GET", "/v1/services/{service}", Access.LOOK, service::show)
                .add("PUT", "/v1/services/{service}/instances/{instance}", Access.PART, instance::report)
                .add("DELETE", "/v1/services/{service}/instances/{instance}", Access.PART, instance::leave)
                .add("POST", "/v1/services/{service}/instances/{instance}/drain", Access.ORDER, instance::drain)
                .add("DELETE", "/v1/services/{service}/instances/{instance}/drain", Access.ORDER, instance::endDrain)
                .add("POST", "/v1/services/{service}/placements", Access.PART, placement::place)
                .add("GET", "/v1/services/{service}/placements", Access.LOOK, placement::page)
                .add("GET", "/v1/services/{service}/view", Access.PART_OR_LOOK, service::watched)
                .add("POST", "/v1/services/{service}/rooms/{room}/claim", Access.PART, placement::claim)
                .add("GET", "/v1/services/{service}/rooms/{room}", Access.PART_OR_LOOK, room::show)
                .add("PUT", "/v1/services/{service}/rooms/{room}", Access.PART, room::renew)
                .add("DELETE", "/v1/services/{service}/rooms/{room}", Access.PART, room::end);
    }

    CompletionStage<Reply> answer(Request request) {
        return answered(request).thenApply(reply -> {
            counts.requests().count(Integer.toString(reply.status()));
            return reply;
        });
    }

    private CompletionStage<Reply> answered(Request request) {
        try {
            return routes.handle(request, guard)
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
        if (cause instanceof OutcomeUnknownException unknown) {
            return Problem.of(
                            Problem.Code.STORE_AWAY,
                            (request.method().equals("GET")
                                            ? "this cannot be known now"
                                            : "whether this was done is not known")
                                    + ", because of the store in which services are remembered: "
                                    + unknown.getMessage() + "; ask again in 1 s")
                    .reply()
                    .with("retry-after", "1");
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
