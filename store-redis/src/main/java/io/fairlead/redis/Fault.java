package io.fairlead.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What can be the matter with Redis, by what it answers. */
enum Fault {
    /** There is no connection. */
    AWAY("cannot be reached", true),
    /** There is a connection and no answer. */
    SILENT("does not answer", true),
    /** A replica: after a failover the connection still leads to the old primary. */
    READONLY("takes no writes: it is a replica, so look where its address leads", true),
    LOADING("is loading its data", true),
    AUTHENTICATION("refuses the login: compare user and password with the server's", true),
    FULL("is full: raise maxmemory, or find what fills it", true),
    CLUSTER("is part of a Redis Cluster: give its members as redis-cluster://HOST:PORT,HOST:PORT", true),
    /** Of a cluster: a primary is gone and no replica has taken its place yet. */
    UNCOVERED("is a cluster of which a part has no primary: see CLUSTER INFO", true),
    NO_CLUSTER("is not part of a Redis Cluster: give its address as redis://HOST:PORT", true),
    UNKNOWN_NAME("has sentinels that know no primary of this name: compare ?master= with their sentinel monitor", true),
    NO_SENTINEL(
            "has no sentinels at these addresses: give theirs, or the address of a Redis as redis://HOST:PORT", true),
    /** A claim waits for replicas, and not so many have it. */
    FEW_REPLICAS("has fewer replicas that keep up than claims are to wait for", false),
    BUSY("is busy with a script of somebody else's", true),
    UNSAFE("takes no writes since it cannot store or copy them: see its log", true),
    CERTIFICATE("has a certificate that is not trusted, or speaks no TLS on this port", true),
    DENIED("denies this user a command or a key: see docs/redis.md for what is needed", false),
    DATABASE("has no database of this number: it has 16, from 0, unless its configuration says otherwise", true),
    FOREIGN_KEY(
            "has a key of another program under a name of this store's: delete that key, or give the store a prefix of its own",
            false),
    /** Of this process: more calls at a time than Redis answers. */
    OVERLOADED("is asked for more than it answers", false),
    UNEXPECTED("gave an answer that is not expected", false);

    private static final Map<String, Fault> BY_CODE = Map.ofEntries(
            Map.entry("READONLY", READONLY),
            Map.entry("LOADING", LOADING),
            Map.entry("MASTERDOWN", LOADING),
            Map.entry("NOAUTH", AUTHENTICATION),
            Map.entry("WRONGPASS", AUTHENTICATION),
            Map.entry("OOM", FULL),
            Map.entry("MOVED", CLUSTER),
            Map.entry("ASK", CLUSTER),
            Map.entry("CLUSTERDOWN", UNCOVERED),
            Map.entry("FEWREPLICAS", FEW_REPLICAS),
            Map.entry("CROSSSLOT", CLUSTER),
            Map.entry("BUSY", BUSY),
            Map.entry("MISCONF", UNSAFE),
            Map.entry("NOREPLICAS", UNSAFE),
            Map.entry("NOPERM", DENIED),
            Map.entry("WRONGTYPE", FOREIGN_KEY));

    private final String words;
    private final boolean probed;

    Fault(String words, boolean probed) {
        this.words = words;
        this.probed = probed;
    }

    /** What is the matter, as the end of a sentence about Redis. */
    String words() {
        return words;
    }

    /** Whether the probe would see it: then it is over when a probe succeeds. */
    boolean isProbed() {
        return probed;
    }

    /** The fault behind a failed call. */
    static Fault of(Throwable failure) {
        Fault found = null;
        boolean connection = false;
        for (Throwable t = failure; t != null; t = t.getCause() == t ? null : t.getCause()) {
            Fault named = named(t);
            found = named == null ? found : named;
            connection |= t instanceof IOException || t instanceof RedisException || t instanceof CancellationException;
        }
        return found != null ? found : connection ? AWAY : UNEXPECTED;
    }

    private static @Nullable Fault named(Throwable failure) {
        if (failure instanceof RedisCommandTimeoutException || failure instanceof TimeoutException) {
            return SILENT;
        }
        if (failure instanceof SSLException) {
            return CERTIFICATE;
        }
        String text = failure.getMessage() == null ? "" : failure.getMessage();
        Fault coded = coded(text);
        return coded == null && failure instanceof RedisCommandExecutionException ? UNEXPECTED : coded;
    }

    /** The fault of an error that Redis answered: it begins with a code in capitals. */
    private static @Nullable Fault coded(String text) {
        String first = text.split(" ", 2)[0];
        if (first.startsWith("ERR") && text.toLowerCase(Locale.ROOT).contains("without any password configured")) {
            return AUTHENTICATION;
        }
        if (first.equals("ERR") && text.contains("No such master")) {
            return UNKNOWN_NAME;
        }
        if (first.equals("ERR") && text.toLowerCase(Locale.ROOT).contains("unknown command 'sentinel'")) {
            return NO_SENTINEL;
        }
        // Lettuce puts what each member said into one text of its own.
        if (text.contains("cluster support disabled")) {
            return NO_CLUSTER;
        }
        if (first.equals("ERR") && text.toLowerCase(Locale.ROOT).contains("db index is out of range")) {
            return DATABASE;
        }
        return BY_CODE.get(first);
    }
}
