package io.fairlead.manager.rest;

import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.services.Services;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code GET /health/live}, {@code /health/ready} and {@code /v1}. */
final class HealthResource {

    private final Groups groups;
    private final Services services;
    private final Routes routes;

    HealthResource(Groups groups, Services services, Routes routes) {
        this.groups = groups;
        this.services = services;
        this.routes = routes;
    }

    /** The process runs and reads its network; whether it decides is asked by {@link #ready}. */
    CompletionStage<Reply> live(Target target) {
        target.know();
        return CompletableFuture.completedFuture(status("live"));
    }

    /** The loops take turns: an answer means that heartbeats are taken in, and decisions and placements are made. */
    CompletionStage<Reply> ready(Target target) {
        target.know();
        return groups.ids().thenCombine(services.ids(), (ids, others) -> status("ready"));
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
