package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Errand.Repeat;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks a manager. */
final class ManagerAllocator implements Allocator {

    private final ServiceId service;
    private final Calls calls;
    private final Duration budget;

    ManagerAllocator(ServiceId service, Calls calls, Duration budget) {
        this.service = service;
        this.calls = calls;
        this.budget = budget;
    }

    @Override
    public ServiceId service() {
        return service;
    }

    @Override
    public Allocator withBudget(Duration other) {
        ClientSettings.checkBudget(other);
        return new ManagerAllocator(service, calls, other);
    }

    @Override
    public CompletionStage<Place> allocate(PlaceWish wish) {
        String what = wish.room()
                .map(room -> "the place of room " + room + " of service " + service)
                .orElse("a place for a connection of service " + service);
        Wire.Request request = new Wire.Request("POST", path("placements"), Optional.of(json(wish)));
        return calls.begin(
                new Errand<>(what, request, Repeat.ALWAYS, budget, (answer, sent) -> place(answer, wish.room())));
    }

    @Override
    public CompletionStage<List<Explanation>> explanations() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(RoomId room, long epoch) {
        FencingToken.check("epoch", epoch);
        return calls.begin(release(service, room, OptionalLong.of(epoch), budget));
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(RoomId room) {
        return calls.begin(release(service, room, OptionalLong.empty(), budget));
    }

    static Errand<ReleaseAnswer> release(ServiceId service, RoomId room, OptionalLong epoch, Duration budget) {
        String query = epoch.isPresent() ? "?epoch=" + epoch.getAsLong() : "";
        return new Errand<>(
                "the end of room " + room + " of service " + service,
                Wire.Request.of("DELETE", "/v1/services/" + service + "/rooms/" + room + query),
                epoch.isPresent() ? Repeat.ALWAYS : Repeat.IF_NOT_SENT,
                budget,
                new Released());
    }

    private String path(String below) {
        return "/v1/services/" + service + "/" + below;
    }

    private static String json(PlaceWish wish) {
        return JsonText.object(json -> {
            if (wish.room().isPresent()) {
                json.writeStringField("room", wish.room().get().value());
            }
            json.writeNumberField("cost", wish.cost());
            if (wish.unreachable().isPresent()) {
                Owner process = wish.unreachable().get();
                json.writeObjectFieldStart("unreachable");
                json.writeStringField("instance", process.instance().value());
                json.writeStringField("incarnation", process.incarnation().value());
                json.writeEndObject();
            }
        });
    }

    private static Place place(Document answer, Optional<RoomId> room) {
        if (!answer.text("room").equals(room.map(RoomId::value))) {
            throw new IllegalArgumentException("it is about another room");
        }
        InstanceId id = new InstanceId(answer.requiredText("instance"));
        NodeId node = answer.text("node").map(NodeId::new).orElseGet(() -> new NodeId(id.value()));
        Owner owner = new Owner(id, new Incarnation(answer.requiredText("incarnation")));
        Optional<Claim> claim =
                answer.object("claim").map(found -> new Claim(owner, found.whole("epoch", 0, FencingToken.MAX)));
        if (room.isEmpty() && claim.isPresent()) {
            throw new IllegalArgumentException("claim is there without a room");
        }
        return new Place(
                answer.whole("number", 0, Long.MAX_VALUE),
                new Instance(id, node, answer.requiredText("endpoint")),
                owner,
                OneLine.of(answer.requiredText("basis")),
                OneLine.of(answer.text("words").orElse("")),
                room,
                claim);
    }

    private static final class Released implements Errand.Reader<ReleaseAnswer> {
        @Override
        public ReleaseAnswer read(Document document, long sent) {
            return ReleaseAnswer.DONE;
        }

        @Override
        public @Nullable ReleaseAnswer refused(CallException refusal, long sent) {
            return switch (refusal.code()) {
                case "unknown-room" -> ReleaseAnswer.LIVES_NOWHERE;
                case "room-not-held" -> ReleaseAnswer.NOT_HELD;
                default -> null;
            };
        }
    }
}
