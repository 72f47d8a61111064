package io.fairlead.redis;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is, and as whom to log in.
 *
 * @param kind what stands there
 * @param places where it is: one of a single Redis; sentinels; or some members of a cluster, by which all are found
 * @param primary the name under which the sentinels know the primary, empty for other kinds
 * @param database number of the database, 0 or more; a cluster has 0 only
 * @param tls whether connections are encrypted, and the certificates of servers checked
 * @param user name to log in with, or null for the default user
 * @param password where the password is, or null for none; sentinels have one of their own
 */
public record RedisAddress(
        Kind kind,
        List<Place> places,
        String primary,
        int database,
        boolean tls,
        @Nullable String user,
        @Nullable Password password) {

    private static final int LAST_PORT = 65_535;

    /** What stands at an address. */
    public enum Kind {
        /** One Redis. */
        SINGLE,
        /** Sentinels, which tell where the primary is. */
        SENTINEL,
        /** Members of a Redis Cluster. */
        CLUSTER
    }

    /**
     * A server.
     *
     * @param host name or IP address, an IPv6 address without brackets
     * @param port 1 to 65535
     */
    public record Place(String host, int port) {

        /** Checks ranges; refuses without naming what could be a secret. */
        public Place {
            if (host.isEmpty() || host.length() > 253 || !host.chars().allMatch(Place::isHostCharacter)) {
                throw RedisUrl.refused("the host is not a name or an address");
            }
            if (port < 1 || port > LAST_PORT) {
                throw RedisUrl.refused("the port is not a number of 1.." + LAST_PORT);
            }
        }

        private static boolean isHostCharacter(int c) {
            return RedisUrl.isNameCharacter(c) || c == ':';
        }

        /** Host and port, as messages name a server. */
        @Override
        public String toString() {
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        }
    }

    /** Checks ranges; refuses without naming what could be a secret. */
    public RedisAddress {
        places = List.copyOf(places);
        if (places.isEmpty() || (kind == Kind.SINGLE && places.size() > 1)) {
            throw RedisUrl.refused("a single Redis has one host, sentinels and clusters have one or more");
        }
        boolean named = !primary.isEmpty() && primary.chars().allMatch(RedisUrl::isNameCharacter);
        if ((kind == Kind.SENTINEL) != named) {
            throw RedisUrl.refused(
                    "sentinels want ?master=NAME, the name of their \"sentinel monitor\" in [A-Za-z0-9._-], and nothing else does");
        }
        if (database < 0) {
            throw RedisUrl.refused("the database is not a number of 0 or more");
        }
        if (kind == Kind.CLUSTER && database > 0) {
            throw RedisUrl.refused("a cluster has no database but 0");
        }
        if (user != null && password == null) {
            throw RedisUrl.refused("there is a user without a password");
        }
    }

    /**
     * Reads a URL. A bad one is refused with {@link IllegalArgumentException}, which says what is wrong and never repeats
     * any part of the URL: a password that was written without percent-encoding can stand anywhere in it.
     */
    public static RedisAddress parse(String url) {
        return parse(url, null);
    }

    /**
     * Reads a URL whose password stands elsewhere.
     *
     * @param url as in {@link #parse(String)}, with a user or without, and without a password
     * @param password where the password is, or null for the one in the URL
     */
    public static RedisAddress parse(String url, @Nullable Password password) {
        return RedisUrl.parse(url, password);
    }

    /** Hosts and ports, as messages name the store. */
    String shown() {
        String all = places.stream().map(Place::toString).collect(Collectors.joining(","));
        return kind == Kind.SENTINEL ? primary + " of " + all : all;
    }
}
