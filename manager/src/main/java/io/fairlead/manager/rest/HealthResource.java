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
        return CompletableFuture.completedFuture(Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("status", "live");
            json.writeEndObject();
        })));
    }

    /**
     * The loops take turns: an answer means that heartbeats are taken in, and decisions and placements are made. So they
     * are while the journal cannot be written or the store is away, which is told and is no reason to be asked no more.
     */
    CompletionStage<Reply> ready(Target target) {
        target.know();
        return groups.ids().thenCombine(services.turn(), (ids, done) -> ready());
    }

    CompletionStage<Reply> index(Target target) {
        target.know();
        return CompletableFuture.completedFuture(
                Reply.text("Fairlead manager\n\n" + String.join("\n", routes.listing()) + "\n"));
    }

    private Reply ready() {
        String trouble = groups.memoryTrouble();
        String store = services.keeping().trouble();
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("status", "ready");
            json.writeStringField("journal", trouble == null ? "ok" : trouble);
            json.writeStringField("store", store == null ? "ok" : store);
            json.writeEndObject();
        }));
    }
}
