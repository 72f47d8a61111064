package io.fairlead.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;

/** The way to one primary. */
final class OneServer implements Route {

    private final Server server;
    private volatile boolean outdated;

    OneServer(Server server) {
        this.server = server;
    }

    @Override
    public RedisClusterAsyncCommands<String, String> commands() {
        return server.connection().async();
    }

    @Override
    public List<Server> servers() {
        return List.of(server);
    }

    @Override
    public List<String> primaries() {
        return List.of(server.name());
    }

    @Override
    public Server serverOf(String key) {
        return server;
    }

    @Override
    public boolean isOutdated() {
        return outdated;
    }

    @Override
    public void outdate() {
        outdated = true;
    }

    @Override
    public void onStranger(Runnable listener) {
        // There is no other server than the one that was asked.
    }

    @Override
    public void close() {
        server.close();
    }
}
