package io.fairlead.redis;

import io.fairlead.redis.RedisAddress.Place;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.MapOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the primary by its sentinels. All are asked, and the answer with the highest epoch of configuration counts: a sentinel
 * that is cut off from the others, and still names the old primary, is outdone by any that is not.
 */
final class Sentinels implements Topology {

    private final Connector connector;
    private final RedisSettings settings;
    private final Keys keys;

    Sentinels(Connector connector, RedisSettings settings, Keys keys) {
        this.connector = connector;
        this.settings = settings;
        this.keys = keys;
    }

    /** What one sentinel says. */
    private record Said(Place primary, long epoch) {}

    @Override
    public CompletableFuture<Route> route() {
        return ask().thenCompose(said -> connector.server("", said.primary, keys.probe()))
                .thenApply(OneServer::new);
    }

    @Override
    public CompletableFuture<Boolean> leads(Route route) {
        Place there = route.servers().get(0).place();
        return ask().handle((said, failure) -> failure != null || said.primary.equals(there));
    }

    private CompletableFuture<Said> ask() {
        List<CompletableFuture<Said>> answers = new ArrayList<>();
        for (Place sentinel : settings.address().places()) {
            answers.add(ask(sentinel));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> answers.stream()
                        .filter(answer -> !answer.isCompletedExceptionally())
                        .map(CompletableFuture::join)
                        .max(Comparator.comparingLong(Said::epoch))
                        // Why nobody says so is what the first of them says.
                        .orElseGet(() -> answers.get(0).join()));
    }

    private CompletableFuture<Said> ask(Place sentinel) {
        CompletableFuture<StatefulRedisConnection<String, String>> connected = connector.sentinel(sentinel);
        return connected
                .thenCompose(connection -> connection
                        .async()
                        .dispatch(
                                CommandType.SENTINEL,
                                new MapOutput<String, String>(StringCodec.UTF8),
                                new CommandArgs<String, String>(StringCodec.UTF8)
                                        .add("MASTER")
                                        .add(settings.address().primary()))
                        .whenComplete((found, failure) -> {
                            CompletableFuture<Void> unused = connection.closeAsync();
                        }))
                .thenApply(Sentinels::read)
                // One that is frozen must not hold up what the others say; Lettuce ends its connection with the budget.
                .orTimeout(settings.budget().toMillis() / 2, TimeUnit.MILLISECONDS);
    }

    private static Said read(Map<String, String> found) {
        return new Said(
                new Place(given(found.get("ip")), Integer.parseInt(given(found.get("port")))),
                Long.parseLong(given(found.get("config-epoch"))));
    }

    private static String given(@Nullable String field) {
        if (field == null) {
            throw new IllegalStateException("a sentinel answered without ip, port or config-epoch");
        }
        return field;
    }
}
