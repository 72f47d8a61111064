package io.fairlead.redis;

import io.fairlead.redis.RedisAddress.Kind;
import io.fairlead.redis.RedisAddress.Place;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the URL of a store, and never repeats any part of it: a password can stand anywhere in a wrong one. */
final class RedisUrl {

    private static final String FORM = "use redis://[user:password@]host[:port][/database],"
            + " redis-sentinel://[user:password@]host[:port][,host[:port]...][/database]?master=NAME"
            + " or redis-cluster://[user:password@]host[:port][,host[:port]...];"
            + " with TLS they begin with rediss://, rediss-sentinel:// or rediss-cluster://";
    private static final String MASTER = "master=";

    private RedisUrl() {}

    static RedisAddress parse(String url, @Nullable Password password) {
        Scheme scheme = Scheme.of(url);
        String rest = url.substring(scheme.beginning.length());
        if (rest.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw refused("it holds a character that is not printable ASCII");
        }
        int query = scheme.kind == Kind.SENTINEL ? rest.lastIndexOf('?') : -1;
        String primary = query < 0 ? "" : primary(rest.substring(query + 1));
        rest = query < 0 ? rest : rest.substring(0, query);
        if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
            throw refused("it holds ? or #, which in a user or password are written %3F and %23");
        }
        int at = rest.lastIndexOf('@');
        Login login = at < 0 ? new Login(null, null) : Login.parse(rest.substring(0, at));
        if (password != null && login.password != null) {
            throw refused("there is a password in it and another one beside it; give one of them");
        }
        String where = rest.substring(at + 1);
        int slash = where.indexOf('/');
        String database = slash < 0 ? "" : where.substring(slash + 1);
        return new RedisAddress(
                scheme.kind,
                places(slash < 0 ? where : where.substring(0, slash), scheme),
                primary,
                database.isEmpty() ? 0 : number(database, "the database is not a number of 0 or more"),
                scheme.tls,
                login.user,
                password == null ? login.password : password);
    }

    private enum Scheme {
        REDIS("redis://", Kind.SINGLE, 6379),
        REDISS("rediss://", Kind.SINGLE, 6379),
        SENTINEL("redis-sentinel://", Kind.SENTINEL, 26_379),
        SENTINEL_TLS("rediss-sentinel://", Kind.SENTINEL, 26_379),
        CLUSTER("redis-cluster://", Kind.CLUSTER, 6379),
        CLUSTER_TLS("rediss-cluster://", Kind.CLUSTER, 6379);

        private final String beginning;
        private final Kind kind;
        private final int port;
        private final boolean tls;

        Scheme(String beginning, Kind kind, int port) {
            this.beginning = beginning;
            this.kind = kind;
            this.port = port;
            tls = beginning.startsWith("rediss");
        }

        static Scheme of(String url) {
            String lower = url.toLowerCase(Locale.ROOT);
            for (Scheme scheme : values()) {
                if (lower.startsWith(scheme.beginning)) {
                    return scheme;
                }
            }
            throw refused("it begins with neither redis://, redis-sentinel:// nor redis-cluster://");
        }
    }

    private static String primary(String query) {
        if (!query.startsWith(MASTER)) {
            throw refused("after ? it has something else than master=NAME");
        }
        return query.substring(MASTER.length());
    }

    private static List<Place> places(String text, Scheme scheme) {
        List<Place> places = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            int colon = portColon(each);
            places.add(new Place(
                    bare(colon < 0 ? each : each.substring(0, colon)),
                    colon < 0
                            ? scheme.port
                            : number(each.substring(colon + 1), "the port is not a number of 1..65535")));
        }
        return places;
    }

    private record Login(@Nullable String user, @Nullable Password password) {

        static Login parse(String text) {
            if (text.indexOf('@') >= 0 || text.indexOf('/') >= 0) {
                throw refused("it holds @ or / in a user or password, which are written %40 and %2F there");
            }
            int colon = text.indexOf(':');
            String user = decoded(colon < 0 ? text : text.substring(0, colon));
            String password = colon < 0 ? "" : decoded(text.substring(colon + 1));
            return new Login(user.isEmpty() ? null : user, password.isEmpty() ? null : Password.of(password));
        }
    }

    private static int portColon(String host) {
        return host.startsWith("[") ? host.indexOf(':', Math.max(0, host.indexOf(']'))) : host.indexOf(':');
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || ".-_".indexOf(c) >= 0;
    }

    private static int number(String text, String trouble) {
        if (text.isEmpty() || text.length() > 6 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw refused(trouble);
        }
        return Integer.parseInt(text);
    }

    /** Percent-decoding, in which a plus is a plus. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // The cause would repeat what stands there.
            throw refused("a % in a user or password is not followed by two hexadecimal digits; it is written %25");
        }
    }

    static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("the URL of the store cannot be used: " + what + "; " + FORM);
    }
}
