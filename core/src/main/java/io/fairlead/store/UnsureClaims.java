package io.fairlead.store;

import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Claims that the store did not answer. One may still take effect, much later: a server that stood still reads then what waits
 * for it. The room was placed elsewhere meanwhile, so its claim is moved there, by a call that the store gets after the first.
 */
final class UnsureClaims {

    /** Beyond it a claim that takes effect late stands, and the room's instance gives the room up. */
    private static final int MOST = 10_000;

    private final Scheduler.Tools tools;

    /** For whom a room was asked, while that has no answer. */
    private final Map<Room, Owner> asked = new LinkedHashMap<>();

    /** Moves that the store has not answered yet. */
    private final Map<Room, Move> moves = new LinkedHashMap<>();

    private record Move(ClaimWish wish, boolean underWay) {}

    UnsureClaims(Scheduler.Tools tools) {
        this.tools = tools;
    }

    /** Claims a room; ends in a turn. */
    CompletionStage<Claimed> claim(Room room, ClaimWish wish) {
        asked.put(room, wish.candidate());
        if (asked.size() > MOST) {
            asked.remove(asked.keySet().iterator().next());
        }
        return tools.rooms()
                .claim(room, wish, tools.clock().get())
                .handleAsync(
                        (claimed, failure) -> {
                            if (claimed != null || !OutcomeUnknownException.isBehind(failure)) {
                                asked.remove(room, wish.candidate());
                            }
                            if (claimed == null) {
                                throw failure == null
                                        ? new IllegalStateException("a claim without an answer")
                                        : new CompletionException(failure);
                            }
                            return claimed;
                        },
                        tools.turns());
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
        List<Map.Entry<Room, Move>> idle = new ArrayList<>(moves.entrySet());
        idle.removeIf(move -> move.getValue().underWay);
        idle.replaceAll(move -> Map.entry(move.getKey(), move.getValue()));
        // All of them first, so that a store that answers at once does not begin here again for each.
        idle.forEach(move -> moves.put(move.getKey(), new Move(move.getValue().wish, true)));
        idle.forEach(move -> send(move.getKey(), move.getValue().wish));
    }

    private void send(Room room, ClaimWish wish) {
        Move sent = new Move(wish, true);
        moves.put(room, sent);
        var unused = tools.rooms()
                .claim(room, wish, tools.clock().get())
                .handleAsync(
                        (claimed, failure) -> {
                            if (claimed == null && OutcomeUnknownException.isBehind(failure)) {
                                moves.replace(room, sent, new Move(wish, false));
                            } else {
                                moves.remove(room, sent);
                                all();
                            }
                            return null;
                        },
                        tools.turns());
    }
}
