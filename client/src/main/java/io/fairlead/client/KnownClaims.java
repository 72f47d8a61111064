package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.placement.Claim;
import io.fairlead.store.AffinityStore;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The homes of rooms as the store told them last, so that a room that is asked for often costs no call. */
final class KnownClaims {

    static final int MOST = 10_000;

    /** Oldest first, since what is told anew is put behind. */
    private final Map<RoomId, Told> rooms = new LinkedHashMap<>();

    /**
     * What was told.
     *
     * @param at when it was asked for, on the time line
     */
    private record Told(Claim claim, long at) {}

    /** Enters what the store told; an answer that was overtaken by one of a later claim changes nothing. */
    void told(RoomId room, Claim claim, long at) {
        Told before = rooms.get(room);
        if (before != null && before.claim.epoch() > claim.epoch()) {
            return;
        }
        rooms.remove(room);
        rooms.put(room, new Told(claim, at));
        if (rooms.size() > MOST) {
            Iterator<RoomId> oldest = rooms.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    void forget(RoomId room) {
        rooms.remove(room);
    }

    /** The home of a room, if that was told within one period of its renewal; else null. */
    @Nullable Claim fresh(RoomId room, long now) {
        Told told = rooms.get(room);
        return told != null && now - told.at < AffinityStore.RENEW_EVERY.toNanos() ? told.claim : null;
    }

    /** The home of a room as it was last told, or null if it is not known. */
    @Nullable Claim last(RoomId room) {
        Told told = rooms.get(room);
        return told == null ? null : told.claim;
    }
}
