package io.fairlead.redis;

import java.util.concurrent.CompletableFuture;

/** How the primaries are found. */
interface Topology {

    /** A new route, of which each connection is logged in and answers; addresses are looked up and passwords read anew. */
    CompletableFuture<Route> route();

    /** Whether a route still leads to the primary, as far as somebody else than that server knows; true if nobody does. */
    default CompletableFuture<Boolean> leads(Route route) {
        return CompletableFuture.completedFuture(true);
    }

    /** Ends what the connector does not end with its own connections. */
    default void end(Route last) {
        // Its connections are all the connector's.
    }

    /** The one of an address. */
    static Topology of(Connector connector, RedisSettings settings, Keys keys) {
        return switch (settings.address().kind()) {
            case SINGLE ->
                () -> connector
                        .server("", settings.address().places().get(0), keys.probe())
                        .thenApply(OneServer::new);
            case SENTINEL -> new Sentinels(connector, settings, keys);
            case CLUSTER -> new Cluster(connector, settings, keys);
        };
    }
}
