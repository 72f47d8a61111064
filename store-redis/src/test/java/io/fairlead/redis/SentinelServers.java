package io.fairlead.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A primary, a replica, and three sentinels that take a primary for dead after a second. */
final class SentinelServers implements Deployment {

    private final Opened opened = new Opened();
    private final RedisServer primary;
    private final RedisServer replica;
    private final List<RedisServer> sentinels = new ArrayList<>();

    SentinelServers() {
        primary = opened.add(RedisServer.start("--repl-diskless-sync-delay", "0"));
        replica = opened.add(RedisServer.start("--replicaof", "127.0.0.1 " + primary.port()));
        soon(() -> replica.cli("INFO", "replication").contains("master_link_status:up"));
        for (int i = 0; i < 3; i++) {
            RedisServer sentinel = opened.add(RedisServer.start("--sentinel"));
            sentinel.cli("SENTINEL", "MONITOR", "main", "127.0.0.1", Integer.toString(primary.port()), "2");
            sentinel.cli("SENTINEL", "SET", "main", "down-after-milliseconds", "1000", "failover-timeout", "3000");
            sentinels.add(sentinel);
        }
        for (RedisServer sentinel : sentinels) {
            soon(() -> {
                String known = sentinel.cli("SENTINEL", "MASTER", "main");
                return known.contains("num-other-sentinels\n2") && known.contains("num-slaves\n1");
            });
        }
    }

    static void soon(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }

    RedisServer primary() {
        return primary;
    }

    RedisServer replica() {
        return replica;
    }

    List<RedisServer> sentinels() {
        return sentinels;
    }

    @Override
    public String url() {
        return "redis-sentinel://"
                + sentinels.stream()
                        .map(sentinel -> "127.0.0.1:" + sentinel.port())
                        .collect(Collectors.joining(","))
                + "?master=main";
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(primary, replica);
    }

    @Override
    public void close() {
        opened.closeAll();
    }
}
