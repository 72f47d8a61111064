package io.fairlead.manager;

import io.fairlead.manager.services.Stores;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A store beside the manager in which services are remembered, as an operator names it.
 *
 * @param url where it is, with its scheme; it may hold a password, and is never shown
 * @param prefix what its keys begin with, empty for nothing
 * @param passwordFile the file with its password, or empty if that is in the URL or there is none
 * @param trusted the file with the certificates that its own is checked against, or empty for those of the JVM
 * @param replicated what is to be known of its copies and those who watch over them
 */
public record SharedStore(
        String url, String prefix, Optional<Path> passwordFile, Optional<Path> trusted, Replicated replicated) {

    /**
     * What concerns a store of several servers.
     *
     * @param sentinelPasswordFile the file with the password of the sentinels, or empty if there is none
     * @param waitReplicas replicas that must have a claim before it is answered
     */
    public record Replicated(Optional<Path> sentinelPasswordFile, long waitReplicas) {

        private static final int MOST_REPLICAS = 100;

        /** Checks the range; refuses naming the key, the value and the range. */
        public Replicated {
            if (waitReplicas < 0 || waitReplicas > MOST_REPLICAS) {
                throw new IllegalArgumentException(
                        "store-wait-replicas is " + waitReplicas + ": use 0.." + MOST_REPLICAS);
            }
        }
    }

    /** Opens the store that an operator named. */
    public interface Opener {

        /**
         * Opens a store. One that is away is no failure: it is found as soon as it is there. What is named and cannot be a
         * store is an {@link IllegalArgumentException} that says what would be right.
         */
        Stores open(SharedStore store);
    }

    /** Opens nothing: for a program that brings no store but its own memory. */
    static Opener none() {
        return store -> {
            throw new IllegalArgumentException(
                    store + " is of a kind that this program does not bring: use embedded or memory");
        };
    }

    /** Whether a text names a store beside the manager. */
    static boolean isNamedBy(String text) {
        return text.contains("://");
    }

    /** Shows no more than what kind of store it is. */
    @Override
    public String toString() {
        return url.substring(0, url.indexOf("://")) + "://...";
    }
}
