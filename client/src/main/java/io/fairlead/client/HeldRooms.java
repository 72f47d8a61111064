package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rooms that an instance has, and when each was renewed last. */
final class HeldRooms {

    /** What one instance can renew in time with reports that follow one another closely. */
    static final int MOST = 20_000;

    /** What one report may carry. */
    static final int MOST_IN_A_REPORT = 256;

    private final Map<RoomId, Held> rooms = new TreeMap<>();

    /**
     * A room with its epoch.
     *
     * @param renewed when it was renewed last, on the time line
     * @param fresh whether it was never renewed
     */
    record Held(RoomId room, long epoch, long renewed, boolean fresh) {}

    /** Takes a room in, or a later claim of one; an earlier claim than the one that is known changes nothing. */
    synchronized void hold(RoomId room, long epoch) {
        FencingToken.check("epoch", epoch);
        Held before = rooms.get(room);
        if (before == null && rooms.size() >= MOST) {
            throw new IllegalStateException("room " + room + " is one too many: an instance renews at most " + MOST
                    + " rooms; spread them over more instances");
        }
        if (before == null || before.epoch < epoch) {
            rooms.put(room, new Held(room, epoch, 0, true));
        }
    }

    /** Lets go of a room; says what is known of it. */
    synchronized Optional<Held> end(RoomId room) {
        return Optional.ofNullable(rooms.remove(room));
    }

    /** Lets go of a room if it is still held under an epoch. */
    synchronized boolean lose(RoomId room, long epoch) {
        Held held = rooms.get(room);
        return held != null && held.epoch == epoch && rooms.remove(room, held);
    }

    synchronized List<Held> all() {
        return List.copyOf(rooms.values());
    }

    synchronized int size() {
        return rooms.size();
    }

    /** The rooms that are to be renewed with the next report: those for which it is longest since, and no more than it may carry. */
    synchronized List<Held> due(long now, Duration after) {
        List<Held> due = new ArrayList<>();
        for (Held held : rooms.values()) {
            if (held.fresh || now - held.renewed >= after.toNanos()) {
                due.add(held);
            }
        }
        // A stable sort: of rooms alike, the one whose name comes first.
        due.sort(Comparator.comparing((Held held) -> !held.fresh).thenComparing(held -> held.renewed - now));
        return due.size() <= MOST_IN_A_REPORT ? due : List.copyOf(due.subList(0, MOST_IN_A_REPORT));
    }

    /** Enters that rooms were renewed by a report that was sent at some time. */
    synchronized void renewed(List<Held> sent, long at) {
        for (Held held : sent) {
            rooms.computeIfPresent(
                    held.room, (room, now) -> now.epoch == held.epoch ? new Held(room, now.epoch, at, false) : now);
        }
    }
}
