package io.fairlead.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is, and as whom to log in.
 *
 * @param host name or IP address, an IPv6 address without brackets
 * @param port 1 to 65535
 * @param database number of the database, 0 or more
 * @param tls whether the connection is encrypted, and the server's certificate checked
 * @param user name to log in with, or null for the default user
 * @param password where the password is, or null for none
 */
public record RedisAddress(
        String host,
        int port,
        int database,
        boolean tls,
        @Nullable String user,
        @Nullable Password password) {

    private static final String FORM = "use redis://[user:password@]host[:port][/database], or rediss:// for TLS";
    private static final int DEFAULT_PORT = 6379;
    private static final int LAST_PORT = 65_535;

    /** Checks ranges; refuses without naming what could be a secret. */
    public RedisAddress {
        if (host.isEmpty() || host.length() > 253 || !host.chars().allMatch(RedisAddress::isHostCharacter)) {
            throw refused("the host is not a name or an address");
        }
        if (port < 1 || port > LAST_PORT) {
            throw refused("the port is not a number of 1.." + LAST_PORT);
        }
        if (database < 0) {
            throw refused("the database is not a number of 0 or more");
        }
        if (user != null && password == null) {
            throw refused("there is a user without a password");
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
        boolean tls = scheme(url);
        String rest = url.substring(url.indexOf("://") + 3);
        if (rest.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw refused("it holds a character that is not printable ASCII");
        }
        if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
            throw refused("it holds ? or #, which in a user or password are written %3F and %23");
        }
        int at = rest.lastIndexOf('@');
        Login login = at < 0 ? new Login(null, null) : Login.parse(rest.substring(0, at));
        if (password != null && login.password != null) {
            throw refused("there is a password in it and another one beside it; give one of them");
        }
        String place = rest.substring(at + 1);
        int slash = place.indexOf('/');
        String database = slash < 0 ? "" : place.substring(slash + 1);
        String host = slash < 0 ? place : place.substring(0, slash);
        int colon = portColon(host);
        return new RedisAddress(
                bare(colon < 0 ? host : host.substring(0, colon)),
                colon < 0 ? DEFAULT_PORT : number(host.substring(colon + 1), "the port is not a number of 1..65535"),
                database.isEmpty() ? 0 : number(database, "the database is not a number of 0 or more"),
                tls,
                login.user,
                password == null ? login.password : password);
    }

    /** Host and port, as messages name the store. */
    String shown() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /** Whether the connection is to be encrypted. */
    private static boolean scheme(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith("redis-sentinel://") || lower.startsWith("redis-cluster://")) {
            throw refused("Sentinel and Cluster are not there yet");
        }
        if (!lower.startsWith("redis://") && !lower.startsWith("rediss://")) {
            throw refused("it begins with neither redis:// nor rediss://");
        }
        return lower.startsWith("rediss://");
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

    private static boolean isHostCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || ".-_:".indexOf(c) >= 0;
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

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("the URL of the store cannot be used: " + what + "; " + FORM);
    }
}
