package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.FencingToken;
import io.fairlead.ServiceId;
import io.fairlead.manager.services.RoomShown;
import io.fairlead.manager.services.Services;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.AffinityStore.Renewed;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code GET}, {@code PUT} and {@code DELETE /v1/services/{service}/rooms/{room}}. */
final class RoomResource {

    private final Services services;

    RoomResource(Services services) {
        this.services = services;
    }

    private static Room room(Target target) {
        ServiceId service = target.service(2);
        return new Room(service, target.room(4));
    }

    CompletionStage<Reply> show(Target target) {
        target.know();
        Room room = room(target);
        return services.room(room).thenApply(shown -> {
            if (shown == null) {
                throw unknown(room);
            }
            return Reply.json(shown(shown));
        });
    }

    private static byte[] shown(RoomShown shown) {
        Candidate home = shown.home();
        return Json.bytes(json -> {
            json.writeStartObject();
            head(json, shown.room(), shown.claim());
            Json.text(json, "endpoint", home == null ? null : home.instance().endpoint());
            Json.text(json, "node", home == null ? null : home.instance().node());
            json.writeEndObject();
        });
    }

    static void head(JsonGenerator json, Room room, @Nullable Claim claim) throws IOException {
        json.writeStringField("service", room.service().value());
        json.writeStringField("room", room.id().value());
        if (claim != null) {
            json.writeStringField("instance", claim.owner().instance().value());
            json.writeStringField("incarnation", claim.owner().incarnation().value());
            json.writeNumberField("epoch", claim.epoch());
        }
    }

    CompletionStage<Reply> renew(Target target) {
        target.know();
        Room room = room(target);
        Request request = target.request();
        request.requireJson();
        Claim held = OwnerFields.claim(request.body());
        return services.renew(room, held).thenApply(renewed -> renewed(room, held, renewed));
    }

    private Reply renewed(Room room, Claim held, @Nullable Renewed renewed) {
        if (renewed == null) {
            throw new Refusal(
                    Problem.Code.LIMIT_REACHED,
                    "there are " + services.mostRooms() + " rooms already, which is the limit");
        }
        if (renewed.answer() == RenewAnswer.NOT_HELD) {
            Claim present = renewed.present();
            throw new Refusal(
                    Problem.Code.ROOM_NOT_HELD,
                    "room " + room.id() + " is not the one of epoch " + held.epoch() + " any more: "
                            + (present == null
                                    ? "it has ended"
                                    : "it lives on " + present.owner().instance() + " under epoch " + present.epoch())
                            + "; end it");
        }
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            head(json, room, held);
            json.writeStringField("renewed", renewed.answer().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }));
    }

    CompletionStage<Reply> end(Target target) {
        target.know("epoch");
        Room room = room(target);
        Long epoch = target.wholeParameter("epoch", 0, FencingToken.MAX);
        OptionalLong held = epoch == null ? OptionalLong.empty() : OptionalLong.of(epoch);
        return services.release(room, held).thenApply(ended -> switch (ended) {
            case DONE ->
                Reply.json(Json.bytes(json -> {
                    json.writeStartObject();
                    head(json, room, null);
                    json.writeBooleanField("ended", true);
                    json.writeEndObject();
                }));
            case UNKNOWN -> throw unknown(room);
            case NOT_HELD ->
                throw new Refusal(
                        Problem.Code.ROOM_NOT_HELD,
                        "room " + room.id() + " has another home than that of epoch " + epoch + ": it stays");
        });
    }

    private static Refusal unknown(Room room) {
        return new Refusal(
                Problem.Code.UNKNOWN_ROOM, "room " + room.id() + " of service " + room.service() + " lives nowhere");
    }
}
