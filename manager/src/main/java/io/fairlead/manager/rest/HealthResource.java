package io.fairlead.manager.rest;

import io.fairlead.manager.loop.Groups;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code GET /health/live}, {@code /health/ready} and {@code /v1}. */
final class HealthResource {

    private final Groups groups;
    private final Routes routes;

    HealthResource(Groups groups, Routes routes) {
        this.groups = groups;
        this.routes = routes;
    }

    /** The process runs and reads its network; whether it decides is asked by {@link #ready}. */
    CompletionStage<Reply> live(Target target) {
        target.know();
        return CompletableFuture.completedFuture(status("live"));
    }

    /** The loop takes turns: an answer means that heartbeats are taken in and decisions are made. */
    CompletionStage<Reply> ready(Target target) {
        target.know();
        return groups.ids().thenApply(ids -> status("ready"));
    }

    CompletionStage<Reply> index(Target target) {
        target.know();
        return CompletableFuture.completedFuture(
                Reply.text("Fairlead manager\n\n" + String.join("\n", routes.listing()) + "\n"));
    }

    private static Reply status(String status) {
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("status", status);
            json.writeEndObject();
        }));
    }
}
