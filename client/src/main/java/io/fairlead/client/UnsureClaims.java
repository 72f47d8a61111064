package io.fairlead.client;

import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.RoomClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rooms, with what becomes of a claim that the store did not answer. It may still take effect, much later: a server that stood
 * still reads then what waits for it. The room was placed elsewhere meanwhile, so its claim is moved there, by a call that the
 * store gets after the first.
 */
final class UnsureClaims implements RoomClaims {

    /** Beyond it a claim that takes effect late stands, and the room's instance gives the room up. */
    private static final int MOST = 10_000;

    private final RoomClaims store;
    private final StoreCalls calls;
    private final Duration limit;
    private final Supplier<Instant> clock;

    /** For whom a room was asked, while that has no answer. */
    private final Map<Room, Owner> asked = new ConcurrentHashMap<>();

    /** Moves that the store has not answered yet; true while one is under way. */
    private final Map<Room, Move> moves = new ConcurrentHashMap<>();

    private record Move(ClaimWish wish, boolean underWay) {}

    UnsureClaims(StoreDesk.Tools tools) {
        this.store = tools.rooms();
        this.clock = tools.clock();
        this.calls = tools.calls();
        this.limit = tools.pace().budget().multipliedBy(2);
    }

    @Override
    public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
        asked.put(room, wish.candidate());
        return store.claim(room, wish, now).whenComplete((claimed, failure) -> {
            if (claimed != null) {
                asked.remove(room, wish.candidate());
            }
        });
    }

    /** A room was placed without an answer of the store. */
    void placed(Room room, Owner owner) {
        Owner before = asked.remove(room);
        if (before != null && !before.equals(owner) && moves.size() < MOST) {
            send(room, new ClaimWish(owner, before));
        }
    }

    /** Asks again for one that was not answered; once that is answered, for all. */
    void again() {
        for (Map.Entry<Room, Move> move : moves.entrySet()) {
            if (!move.getValue().underWay) {
                send(move.getKey(), move.getValue().wish);
                return;
            }
        }
    }

    private void all() {
        moves.forEach((room, move) -> {
            if (!move.underWay) {
                send(room, move.wish);
            }
        });
    }

    private void send(Room room, ClaimWish wish) {
        Move sent = new Move(wish, true);
        moves.put(room, sent);
        var unused = calls.within(limit, () -> store.claim(room, wish, clock.get()))
                .whenComplete((claimed, failure) -> {
                    if (failure != null && StoreCalls.cause(failure) instanceof OutcomeUnknownException) {
                        moves.replace(room, sent, new Move(wish, false));
                    } else {
                        moves.remove(room, sent);
                        all();
                    }
                });
    }

    @Override
    public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
        return store.find(room, now);
    }

    @Override
    public @Nullable Duration sinceLoss() {
        return store.sinceLoss();
    }
}
