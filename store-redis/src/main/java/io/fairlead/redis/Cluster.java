package io.fairlead.redis;

import io.fairlead.redis.RedisAddress.Place;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * Finds the primaries of a cluster by any of its members. Each route has a view of its own of which slots lie where, and
 * Lettuce follows redirections on it; the view never changes, so that whoever keeps the routes up knows of each server that
 * takes another one's place before calls reach it.
 */
final class Cluster implements Topology {

    private final Connector connector;
    private final RedisSettings settings;
    private final Keys keys;

    Cluster(Connector connector, RedisSettings settings, Keys keys) {
        this.connector = connector;
        this.settings = settings;
        this.keys = keys;
    }

    @Override
    public CompletableFuture<Route> route() {
        List<RedisURI> uris = new ArrayList<>();
        try {
            settings.address().places().forEach(place -> uris.add(connector.uri(place)));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
        // So that one that hangs does not hold up every attempt.
        Collections.shuffle(uris);
        RedisClusterClient client = RedisClusterClient.create(connector.resources(), uris);
        client.setOptions(ClusterClientOptions.builder(connector.options())
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .disableAllAdaptiveRefreshTriggers()
                        .build())
                .build());
        CompletableFuture<Route> made = client.refreshPartitionsAsync()
                .thenCompose(known -> client.connectAsync(StringCodec.UTF8))
                .thenCompose(all -> servers(client, all))
                .toCompletableFuture();
        return made.whenComplete((route, failure) -> {
            if (failure != null) {
                var unused = client.shutdownAsync(0, 1, TimeUnit.SECONDS);
            }
        });
    }

    @Override
    public void end(Route last) {
        // The threads that close its connections end right after this.
        ((Primaries) last).ended().completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
    }

    private CompletableFuture<Route> servers(
            RedisClusterClient client, StatefulRedisClusterConnection<String, String> all) {
        SortedMap<String, CompletableFuture<Server>> wanted = new TreeMap<>();
        for (RedisClusterNode node : client.getPartitions()) {
            if (node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasNoSlots()) {
                wanted.put(place(node).toString(), server(all, node));
            }
        }
        return SeedWriter.all(List.copyOf(wanted.values())).handle((done, failure) -> {
            Map<String, Server> reached = new TreeMap<>();
            wanted.forEach((name, server) -> {
                if (!server.isCompletedExceptionally()) {
                    reached.put(name, server.join());
                }
            });
            if (reached.isEmpty()) {
                throw failure instanceof CompletionException cause
                        ? cause
                        : new RedisCommandExecutionException("CLUSTERDOWN no slot has a primary");
            }
            return new Primaries(client, all, List.copyOf(wanted.keySet()), reached);
        });
    }

    private static Place place(RedisClusterNode node) {
        return new Place(node.getUri().getHost(), node.getUri().getPort());
    }

    private CompletableFuture<Server> server(
            StatefulRedisClusterConnection<String, String> all, RedisClusterNode node) {
        Place place = place(node);
        String probe = probeOn(node);
        return all.getConnectionAsync(place.host(), place.port())
                .thenCompose(connection -> connector.server(place.toString(), place, probe, connection));
    }

    private String probeOn(RedisClusterNode node) {
        int number = 0;
        while (!node.hasSlot(SlotHash.getSlot(keys.probe(number)))) {
            number++;
        }
        return keys.probe(number);
    }

    /** The way to the primaries of a cluster, in one view of it. */
    private static final class Primaries implements Route {

        private final RedisClusterClient client;
        private final StatefulRedisClusterConnection<String, String> all;
        private final List<String> primaries;
        private final Map<String, Server> reached;
        private final Disposable redirections;
        private volatile boolean outdated;

        Primaries(
                RedisClusterClient client,
                StatefulRedisClusterConnection<String, String> all,
                List<String> primaries,
                Map<String, Server> reached) {
            this.client = client;
            this.all = all;
            this.primaries = primaries;
            this.reached = reached;
            outdated = reached.size() < primaries.size();
            redirections = client.getResources()
                    .eventBus()
                    .get()
                    .filter(event -> event instanceof MovedRedirectionEvent)
                    .subscribe(event -> outdated = true);
        }

        @Override
        public RedisClusterAsyncCommands<String, String> commands() {
            return all.async();
        }

        @Override
        public List<Server> servers() {
            return List.copyOf(reached.values());
        }

        @Override
        public List<String> primaries() {
            return primaries;
        }

        @Override
        public @Nullable Server serverOf(String key) {
            RedisClusterNode node = client.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
            return node == null ? null : reached.get(place(node).toString());
        }

        @Override
        public boolean isOutdated() {
            return outdated || servers().stream().anyMatch(server -> !server.isOpen());
        }

        @Override
        public void outdate() {
            outdated = true;
        }

        @Override
        public void onStranger(Runnable listener) {
            client.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
                    outdated = true;
                    listener.run();
                }
            });
        }

        @Override
        public void close() {
            var unused = ended();
        }

        CompletableFuture<Void> ended() {
            redirections.dispose();
            servers().forEach(Server::closeReplicas);
            return client.shutdownAsync(0, 1, TimeUnit.SECONDS);
        }
    }
}
