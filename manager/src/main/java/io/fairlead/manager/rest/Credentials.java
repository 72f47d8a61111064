package io.fairlead.manager.rest;

import java.util.List;
import java.util.Optional;

/** What a request says of whose it is. A class of its own, so that no text of a request has a token in it. */
final class Credentials {

    /** A request that says nothing. */
    static final Credentials NONE = new Credentials(List.of());

    private static final String SCHEME = "Bearer ";

    private final List<String> headers;

    private Credentials(List<String> headers) {
        this.headers = headers;
    }

    /** All headers {@code Authorization} of a request. */
    static Credentials of(List<String> headers) {
        return headers.isEmpty() ? NONE : new Credentials(List.copyOf(headers));
    }

    boolean areGiven() {
        return !headers.isEmpty();
    }

    /** The bearer token; empty too where there are two headers, of which one would have to be believed. */
    Optional<String> token() {
        return headers.size() == 1 && headers.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(headers.get(0).substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    @Override
    public String toString() {
        return areGiven() ? "given" : "none";
    }
}
