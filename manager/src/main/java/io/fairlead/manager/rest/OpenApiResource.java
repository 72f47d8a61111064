package io.fairlead.manager.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code GET /openapi.yaml}: the interface in the form that tools read. */
final class OpenApiResource {

    private final Reply document = read();

    /** The document as it is served. */
    CompletionStage<Reply> show(Target target) {
        target.know();
        return CompletableFuture.completedFuture(document);
    }

    private static Reply read() {
        try (InputStream file = OpenApiResource.class.getResourceAsStream("/openapi.yaml")) {
            if (file == null) {
                throw new IllegalStateException("openapi.yaml is missing in the program");
            }
            return new Reply(200, "application/yaml", file.readAllBytes(), new TreeMap<>());
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        }
    }
}
