package io.fairlead.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.client.Errand.Repeat;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.Origin;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.RoomClaims;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Claims rooms at a manager. */
final class ManagerClaims implements RoomClaims {

    /** Troubles in which the manager may have done what it was asked for, or will do it when it is asked again. */
    private static final Set<String> UNKNOWN = Set.of(
            CallException.NO_CONNECTION,
            CallException.CONNECTION_LOST,
            CallException.NO_ANSWER,
            "overloaded",
            "store-away");

    private final Calls calls;
    private final Duration budget;

    ManagerClaims(Calls calls, Duration budget) {
        this.calls = calls;
        this.budget = budget;
    }

    @Override
    public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
        Errand<Claimed> errand = new Errand<>(
                "the claim of room " + room.id() + " of service " + room.service(),
                new Wire.Request(
                        "POST",
                        "/v1/services/" + room.service() + "/rooms/" + room.id() + "/claim",
                        Optional.of(json(wish))),
                Repeat.NEVER,
                budget,
                (answer, sent) -> claimed(answer));
        return calls.begin(errand).handle((claimed, failure) -> {
            if (claimed == null) {
                throw unknown(failure);
            }
            return claimed;
        });
    }

    @Override
    public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
        Errand<Standing> errand = new Errand<>(
                "the home of room " + room.id() + " of service " + room.service(),
                Wire.Request.of("GET", "/v1/services/" + room.service() + "/rooms/" + room.id()),
                Repeat.NEVER,
                budget,
                new Errand.Reader<>() {
                    @Override
                    public Standing read(Document answer, long sent) {
                        return new Standing(standing(answer));
                    }

                    @Override
                    public @Nullable Standing refused(CallException refusal, long sent) {
                        return refusal.is("unknown-room") ? new Standing(null) : null;
                    }
                });
        return calls.begin(errand).<@Nullable Claim>handle((found, failure) -> {
            if (found == null) {
                throw unknown(failure);
            }
            return found.claim;
        });
    }

    /** Null: the manager itself lets a room without a home wait that may live somewhere. */
    @Override
    public @Nullable Duration sinceLoss() {
        return null;
    }

    private record Standing(@Nullable Claim claim) {}

    private static String json(ClaimWish wish) {
        return JsonText.object(json -> {
            owner(json, "candidate", wish.candidate());
            if (wish.from() != null) {
                owner(json, "from", wish.from());
            }
            if (!wish.call().isEmpty()) {
                json.writeStringField("call", wish.call());
                json.writeBooleanField("undo", wish.undo());
            }
        });
    }

    private static void owner(JsonGenerator json, String name, Owner owner) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("instance", owner.instance().value());
        json.writeStringField("incarnation", owner.incarnation().value());
        json.writeEndObject();
    }

    private static Claimed claimed(Document answer) {
        return new Claimed(
                standing(answer), Origin.valueOf(answer.requiredText("origin").toUpperCase(Locale.ROOT)));
    }

    private static Claim standing(Document answer) {
        Owner owner = new Owner(
                new InstanceId(answer.requiredText("instance")), new Incarnation(answer.requiredText("incarnation")));
        return new Claim(owner, answer.whole("epoch", 0, FencingToken.MAX));
    }

    /** What a failed call to a manager is to whoever works over stores. */
    static RuntimeException unknown(@Nullable Throwable failure) {
        Throwable cause = failure == null ? new IllegalStateException("no answer") : StoreCalls.cause(failure);
        if (cause instanceof CallException call) {
            return UNKNOWN.contains(call.code())
                    ? new OutcomeUnknownException(String.valueOf(call.getMessage()), call)
                    : call;
        }
        return new OutcomeUnknownException(String.valueOf(cause.getMessage()));
    }
}
