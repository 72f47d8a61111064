package io.fairlead.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Members of a cluster, and replicas of them if there are to be any. */
final class ClusterServers implements Deployment {

    private static final int SLOTS = 16_384;

    private final Opened opened = new Opened();
    private final List<RedisServer> primaries = new ArrayList<>();
    private final Map<RedisServer, Integer> busPorts = new HashMap<>();
    private final List<RedisServer> replicas = new ArrayList<>();

    /** So many primaries, each with so many replicas as 0 or 1. */
    ClusterServers(int size, int copies) {
        for (int i = 0; i < size; i++) {
            primaries.add(start());
        }
        for (int i = 0; i < size * copies; i++) {
            replicas.add(start());
        }
        for (int i = 0; i < size; i++) {
            int from = i * SLOTS / size;
            int to = (i + 1) * SLOTS / size - 1;
            primaries.get(i).cli("CLUSTER", "ADDSLOTSRANGE", Integer.toString(from), Integer.toString(to));
            primaries.get(i).cli("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (RedisServer server : servers()) {
            primaries
                    .get(0)
                    .cli(
                            "CLUSTER",
                            "MEET",
                            "127.0.0.1",
                            Integer.toString(server.port()),
                            String.valueOf(busPorts.get(server)));
        }
        servers()
                .forEach(server ->
                        SentinelServers.soon(() -> server.cli("CLUSTER", "INFO").contains("cluster_state:ok")
                                && server.cli("CLUSTER", "NODES").lines().count()
                                        == servers().size()));
        for (int i = 0; i < replicas.size(); i++) {
            RedisServer replica = replicas.get(i);
            replica.cli("CLUSTER", "REPLICATE", id(primaries.get(i)));
            SentinelServers.soon(() -> replica.cli("INFO", "replication").contains("master_link_status:up"));
        }
        for (RedisServer server : servers()) {
            SentinelServers.soon(() -> server.cli("CLUSTER", "NODES")
                            .lines()
                            .filter(line -> line.contains("slave"))
                            .count()
                    == replicas.size());
        }
    }

    private RedisServer start() {
        int bus = RedisServer.anyFreePort();
        RedisServer started = opened.add(RedisServer.start(
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "1000",
                "--repl-diskless-sync-delay",
                "0",
                "--cluster-port",
                Integer.toString(bus)));
        busPorts.put(started, bus);
        return started;
    }

    static String id(RedisServer server) {
        return server.cli("CLUSTER", "MYID");
    }

    /** The primary on which a key lies at the start. */
    RedisServer primaryOf(String key) {
        int slot = Integer.parseInt(primaries.get(0).cli("CLUSTER", "KEYSLOT", key));
        for (int i = 0; i < primaries.size(); i++) {
            if (slot < (i + 1) * SLOTS / primaries.size()) {
                return primaries.get(i);
            }
        }
        throw new IllegalStateException("no primary has slot " + slot);
    }

    List<RedisServer> primaries() {
        return primaries;
    }

    @Override
    public String url() {
        return "redis-cluster://"
                + primaries.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
    }

    @Override
    public List<RedisServer> servers() {
        List<RedisServer> all = new ArrayList<>(primaries);
        all.addAll(replicas);
        return all;
    }

    @Override
    public void close() {
        opened.closeAll();
    }
}
