package io.fairlead.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The way to the manager. */
interface Wire {

    /**
     * Sends a request and answers later, without waiting for anything. Whoever cancels the future ends the exchange. It
     * fails with an {@link java.io.IOException}.
     */
    CompletableFuture<Answer> send(Request request);

    /**
     * A request.
     *
     * @param method HTTP method
     * @param path the path with its query
     * @param json the body, if there is one
     */
    record Request(String method, String path, Optional<String> json) {

        static Request of(String method, String path) {
            return new Request(method, path, Optional.empty());
        }
    }

    /**
     * An answer.
     *
     * @param status HTTP status
     * @param retryAfter the header of that name
     * @param text the body
     */
    record Answer(int status, Optional<String> retryAfter, String text) {}
}
