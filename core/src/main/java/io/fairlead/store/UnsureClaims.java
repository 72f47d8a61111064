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
import org.jspecify.annotations.Nullable;

/**
 * Claims that the store did not answer. One may still take effect, much later: a server that stood still reads then what waits
 * for it. The room was placed elsewhere meanwhile, so a claim that such a call made is moved there, by a call that the store
 * gets after it. A claim of anybody else, or of another call, stays: the room lives there.
 */
final class UnsureClaims {

    /** Beyond it a claim that takes effect late stands, and the room's instance gives the room up. */
    private static final int MOST = 10_000;

    /** Who asks for a room again and again while nothing answers. */
    private static final int MOST_OF_A_ROOM = 16;

    /** Looks that succeed while a move does not: its room is of a form that the store refuses. */
    private static final int MOST_TRIES = 20;

    private final Scheduler.Tools tools;
    private final String name;
    private long calls;

    /** The calls for a room that have no answer. */
    private final Map<Room, List<ClaimWish>> asked = new LinkedHashMap<>();

    /** Moves that the store has not answered yet, by the call that they undo. */
    private final Map<String, Move> moves = new LinkedHashMap<>();

    private record Move(Room room, ClaimWish wish, boolean underWay, int tries) {

        Move with(boolean begun) {
            return new Move(room, wish, begun, tries);
        }
    }

    UnsureClaims(Scheduler.Tools tools) {
        this.tools = tools;
        this.name = Long.toHexString(tools.draw().below(1L << 53));
    }

    /** Claims a room; ends in a turn. */
    CompletionStage<Claimed> claim(Room room, Owner candidate, @Nullable Owner from) {
        ClaimWish wish = new ClaimWish(candidate, from).by(name + "-" + Long.toHexString(++calls));
        List<ClaimWish> open = asked.computeIfAbsent(room, id -> new ArrayList<>());
        open.add(wish);
        if (open.size() > MOST_OF_A_ROOM) {
            open.remove(0);
        }
        if (asked.size() > MOST) {
            asked.remove(asked.keySet().iterator().next());
        }
        return tools.rooms()
                .claim(room, wish, tools.clock().get())
                .handleAsync(
                        (claimed, failure) -> {
                            if (claimed != null || !OutcomeUnknownException.isBehind(failure)) {
                                answered(room, wish);
                            }
                            if (claimed == null) {
                                throw new CompletionException(failure);
                            }
                            return claimed;
                        },
                        tools.turns());
    }

    private void answered(Room room, ClaimWish wish) {
        asked.computeIfPresent(room, (id, open) -> {
            open.remove(wish);
            return open.isEmpty() ? null : open;
        });
    }

    /** A room was placed without an answer of the store. */
    void placed(Room room, Owner owner) {
        List<ClaimWish> before = asked.remove(room);
        if (before == null) {
            return;
        }
        for (ClaimWish wish : before) {
            if (!wish.candidate().equals(owner) && moves.size() < MOST) {
                send(new Move(room, wish.undoneFor(owner), true, 0));
            }
        }
    }

    /**
     * Asks again for one that was not answered; once that is answered, for all.
     *
     * @param sees whether the store answers other calls
     */
    void again(boolean sees) {
        for (Move move : new ArrayList<>(moves.values())) {
            if (!move.underWay) {
                int tries = move.tries + (sees ? 1 : 0);
                if (tries > MOST_TRIES) {
                    moves.remove(move.wish.call());
                } else {
                    send(new Move(move.room, move.wish, true, tries));
                }
                return;
            }
        }
    }

    private void all() {
        List<Move> idle = new ArrayList<>(moves.values());
        idle.removeIf(Move::underWay);
        // All of them first, so that a store that answers at once does not begin here again for each.
        idle.forEach(move -> moves.put(move.wish.call(), move.with(true)));
        idle.forEach(move -> send(move.with(true)));
    }

    private void send(Move move) {
        String call = move.wish.call();
        moves.remove(call);
        // Behind the others, so that one which the store refuses keeps none of them waiting.
        moves.put(call, move);
        var unused = tools.rooms()
                .claim(move.room, move.wish, tools.clock().get())
                .handleAsync(
                        (claimed, failure) -> {
                            if (claimed == null && OutcomeUnknownException.isBehind(failure)) {
                                moves.replace(call, move, move.with(false));
                            } else {
                                moves.remove(call, move);
                                all();
                            }
                            return null;
                        },
                        tools.turns());
    }
}
