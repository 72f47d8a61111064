package io.fairlead.client.role;

import io.fairlead.FencingToken;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a node remembers, as a value, and the rules by which it changes. */
record Remembered(long token, Optional<String> cluster, Duration lease) {
    private static final Pattern CLUSTER = Pattern.compile("[0-9a-f]{8,64}");

    static final Remembered NOTHING = new Remembered(0, Optional.empty(), Duration.ZERO);

    static boolean isToken(long token) {
        return token >= 1 && token <= FencingToken.MAX;
    }

    static boolean isCluster(String cluster) {
        return CLUSTER.matcher(cluster).matches();
    }

    /** With this token, if it is above the one remembered. */
    Remembered with(long learned) {
        if (!isToken(learned)) {
            throw new IllegalArgumentException("token is " + learned + ": use 1 to " + FencingToken.MAX);
        }
        return learned > token ? new Remembered(learned, cluster, lease) : this;
    }

    /** With this store's id, if none is remembered; {@code remedy} tells what to do about another one. */
    Remembered of(String store, String remedy) {
        if (!isCluster(store)) {
            throw new IllegalArgumentException("cluster is not 8 to 64 lower-case hexadecimal digits");
        }
        if (cluster.isPresent() && !cluster.get().equals(store)) {
            throw new IllegalStateException("this node belongs to the store " + cluster.get()
                    + " and was told that it belongs to " + store + ": " + remedy);
        }
        return new Remembered(token, Optional.of(store), lease);
    }

    /** With this lease, whether it is longer or shorter than the one remembered. */
    Remembered under(Duration other) {
        return new Remembered(token, cluster, Timing.of(other).lease());
    }
}
