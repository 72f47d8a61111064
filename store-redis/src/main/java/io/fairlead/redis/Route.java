package io.fairlead.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way to the primaries as they were when it was made: to one, or to those of a cluster. It does not mend itself: a server
 * that is lost stays lost on it, so that nobody meets another one in its place before it was asked who it is.
 */
interface Route {

    /** How calls are given to Redis; each finds its server by its key. */
    RedisClusterAsyncCommands<String, String> commands();

    /** The primaries that were reached. */
    List<Server> servers();

    /** The names of all primaries, also of those that were not reached. */
    List<String> primaries();

    /** The server on which a key lies, as far as this route knows, or null. */
    @Nullable Server serverOf(String key);

    /** Whether a primary was not reached, or something has moved since: a new route may be better. */
    boolean isOutdated();

    /** Something has moved. */
    void outdate();

    /** Names who is told of a server that is met without having been asked who it is. */
    void onStranger(Runnable listener);

    /** Whether calls can reach any server. */
    default boolean isOpen() {
        return servers().stream().anyMatch(Server::isOpen);
    }

    /** Ends all connections. */
    void close();
}
