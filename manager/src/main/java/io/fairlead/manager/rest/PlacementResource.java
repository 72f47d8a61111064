package io.fairlead.manager.rest;

import io.fairlead.ServiceId;
import io.fairlead.manager.services.Placed;
import io.fairlead.manager.services.RoomRequest;
import io.fairlead.manager.services.Services;
import io.fairlead.placement.Offer;
import io.fairlead.placement.PlacementQuestion;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.Claimed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code POST} and {@code GET /v1/services/{service}/placements}. */
final class PlacementResource {

    private static final int MOST = 100;
    private static final int USUAL = 10;

    private final Services services;

    PlacementResource(Services services) {
        this.services = services;
    }

    CompletionStage<Reply> place(Target target) {
        target.know();
        ServiceId service = target.service(2);
        Request request = target.request();
        request.requireJson();
        RoomRequest wish = PlacementBody.read(request.body(), service);
        return services.place(wish).thenCompose(placed -> reply(service, placed));
    }

    private CompletionStage<Reply> reply(ServiceId service, Placed placed) {
        if (placed instanceof Placed.Done done) {
            return done(Reply.json(PlacementJson.placement(done.record())));
        }
        String trouble = services.keeping().trouble();
        if (placed instanceof Placed.Nowhere nowhere && nowhere.offers().isEmpty() && trouble != null) {
            return done(Problem.of(
                            Problem.Code.NO_INSTANCES,
                            "no instance of service " + service + " has been seen yet, and the store is ill: "
                                    + trouble)
                    .reply());
        }
        if (placed instanceof Placed.Nowhere nowhere) {
            return services.ids()
                    .thenApply(ids -> Problem.of(
                                    Problem.Code.NO_INSTANCES,
                                    nowhere.offers().isEmpty()
                                            ? "service " + service
                                                    + " has no instance: none has reported, or all have left"
                                                    + ServiceResource.nearest(service, ids)
                                            : "none of the instances of service " + service + " may take a room: "
                                                    + leftOut(nowhere.offers()))
                            .reply());
        }
        if (placed instanceof Placed.Learning learning) {
            long seconds = learning.retryAfter().toSeconds() + 1;
            return done(Problem.of(
                            Problem.Code.LEARNING_ROOMS,
                            "room " + learning.room()
                                    + " is not known, and the manager, or its store, which has just started, may"
                                    + " not have heard of it yet: ask again in " + seconds + " s")
                    .reply()
                    .with("retry-after", Long.toString(seconds)));
        }
        if (placed instanceof Placed.NoRoom none) {
            long seconds = none.retryAfter().toSeconds();
            return done(Problem.of(
                            Problem.Code.NO_ROOM,
                            "every instance of service " + none.service() + " whose load is known is at a ceiling, and"
                                    + " the service refuses new rooms then: ask again in " + seconds + " s")
                    .reply()
                    .with("retry-after", Long.toString(seconds)));
        }
        if (placed instanceof Placed.Full full) {
            return done(Problem.of(
                            Problem.Code.LIMIT_REACHED,
                            "there are " + full.limit() + " rooms already, which is the limit")
                    .reply());
        }
        throw new IllegalStateException("no reply for " + placed.getClass());
    }

    /** How many instances are left out by which question, and what can be done about it. */
    private static String leftOut(List<Offer> offers) {
        Map<PlacementQuestion, Integer> counts = new TreeMap<>();
        for (Offer offer : offers) {
            if (offer.failed() != null) {
                counts.merge(offer.failed(), 1, Integer::sum);
            }
        }
        List<String> parts = new ArrayList<>();
        counts.forEach((question, count) -> parts.add(count + " left out by " + question));
        boolean silent = counts.containsKey(PlacementQuestion.SAMPLE_AGE);
        return String.join(", ", parts)
                + (silent ? "; an old sample counts for nothing: report again, with a higher sequence" : "");
    }

    private static CompletionStage<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    /** A claim of a program that placed the room itself. */
    CompletionStage<Reply> claim(Target target) {
        target.know();
        Room room = new Room(target.service(2), target.room(4));
        Request request = target.request();
        request.requireJson();
        return services.claim(room, OwnerFields.wish(request.body()))
                .thenCompose(reply -> reply.claimed() == null
                        ? reply(room.service(), Objects.requireNonNull(reply.refused()))
                        : done(Reply.json(claimed(room, reply.claimed()))));
    }

    private static byte[] claimed(Room room, Claimed claimed) {
        return Json.bytes(json -> {
            json.writeStartObject();
            RoomResource.head(json, room, claimed.claim());
            json.writeStringField("origin", claimed.origin().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        });
    }

    CompletionStage<Reply> page(Target target) {
        target.know("after", "limit");
        ServiceId service = target.service(2);
        Long after = target.wholeParameter("after", 0, Long.MAX_VALUE);
        Long limit = target.wholeParameter("limit", 1, MOST);
        return services.placements(service, number(after), limit == null ? USUAL : limit.intValue())
                .thenCompose(found -> found == null
                        ? ServiceResource.unknown(services, service)
                        : done(Reply.json(PlacementJson.list(service, found))));
    }

    private static OptionalLong number(@Nullable Long after) {
        return after == null ? OptionalLong.empty() : OptionalLong.of(after);
    }
}
