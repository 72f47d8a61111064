package io.fairlead.store;

import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The homes of rooms as the store told them last: a room that is asked for often need not cost a call, and one that has a home
 * stays there while the store does not answer. Of more rooms than are remembered, the one that was told longest ago is forgotten.
 */
public final class KnownClaims {

    private final int most;

    /** Oldest first, since what is told anew is put behind. */
    private final Map<Room, Told> rooms = new LinkedHashMap<>();

    /**
     * An empty memory.
     *
     * @param most how many rooms are remembered, 1 or more
     */
    public KnownClaims(int most) {
        this.most = most;
    }

    /**
     * What was told.
     *
     * @param at when it was asked for
     */
    private record Told(Claim claim, Instant at) {}

    /** Enters what the store told to a question of then; an answer that was overtaken by one of a later claim changes nothing. */
    public void told(Room room, Claim claim, Instant asked) {
        Told before = rooms.get(room);
        if (before != null && before.claim.epoch() > claim.epoch()) {
            return;
        }
        rooms.remove(room);
        rooms.put(room, new Told(claim, asked));
        if (rooms.size() > most) {
            Iterator<Room> oldest = rooms.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** The room ends. */
    public void forget(Room room) {
        rooms.remove(room);
    }

    /** The home of a room, if that was told within one period of its renewal; else null. */
    public @Nullable Claim fresh(Room room, Instant now) {
        Told told = rooms.get(room);
        return told != null && now.isBefore(told.at.plus(AffinityStore.RENEW_EVERY)) ? told.claim : null;
    }

    /** The home of a room as it was last told, or null if it is not known. */
    public @Nullable Claim last(Room room) {
        Told told = rooms.get(room);
        return told == null ? null : told.claim;
    }
}
