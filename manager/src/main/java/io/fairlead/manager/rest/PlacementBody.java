package io.fairlead.manager.rest;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.manager.services.RoomRequest;
import io.fairlead.placement.Owner;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a wish for a place while it is read. */
final class PlacementBody {

    private static final List<String> FIELDS = List.of("room", "cost", "unreachable");
    private static final String COST = "a number above 0 and at most 1000";

    private final JsonBody body;
    private @Nullable RoomId room;
    private double cost = 1;
    private @Nullable Owner unreachable;

    private PlacementBody(JsonBody body) {
        this.body = body;
    }

    /** Reads a wish; refuses whatever is not exactly one, naming the field. */
    static RoomRequest read(byte[] bytes, ServiceId service) {
        return JsonBody.read(bytes, body -> {
            PlacementBody wish = new PlacementBody(body);
            body.object(FIELDS, wish::field);
            return new RoomRequest(service, wish.room, wish.cost, wish.unreachable);
        });
    }

    private void field(String field) throws IOException {
        if (body.isNull()) {
            return;
        }
        switch (field) {
            case "room" -> room = body.made(Problem.Code.BAD_ID, RoomId::new);
            case "cost" -> {
                cost = body.number(COST);
                if (!(cost > 0 && cost <= 1_000)) {
                    throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + cost + ": use " + COST);
                }
            }
            case "unreachable" -> unreachable = OwnerFields.owner(body);
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }
}
