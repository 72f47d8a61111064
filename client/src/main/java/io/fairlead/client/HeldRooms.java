package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The rooms that an instance has, and when each was renewed last. */
final class HeldRooms {

    /** What one instance can renew in time with reports that follow one another closely. */
    static final int MOST = 20_000;

    /** What one report may carry. */
    static final int MOST_IN_A_REPORT = 256;

    /** A young room's load has still to come; placement.md's half minute. */
    private static final long GROWN_AFTER = Duration.ofSeconds(30).toNanos();

    /** A room without a claim is asked for with each report, and never more often. */
    private static final long UNCLAIMED_AFTER = Duration.ofSeconds(2).toNanos();

    private final LongSupplier nanos;
    private final Map<RoomId, Held> rooms = new TreeMap<>();
    private boolean used;

    /**
     * None yet.
     *
     * @param nanos the time line
     */
    HeldRooms(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A room with its epoch.
     *
     * @param epoch {@link InstanceListener#NO_EPOCH} while it came without a claim and has none yet
     * @param renewed when it was renewed last, on the time line
     * @param fresh whether it was never renewed
     * @param since since when it is here, on the time line
     */
    record Held(RoomId room, long epoch, long renewed, boolean fresh, long since) {

        boolean hasClaim() {
            return epoch != InstanceListener.NO_EPOCH;
        }
    }

    /**
     * How many rooms there are.
     *
     * @param rooms how many
     * @param growth how many grown rooms' load the young ones have still to come to; empty where no room was ever held here, so
     *     that nothing is known of rooms
     */
    record Tally(int rooms, OptionalDouble growth) {}

    /** Takes a room in, or a later claim of one; an earlier claim than the one that is known changes nothing. */
    synchronized void hold(RoomId room, long epoch) {
        FencingToken.check("epoch", epoch);
        take(room, epoch);
    }

    /** Takes in a room that came without a claim; one that is held changes nothing. */
    synchronized void hold(RoomId room) {
        take(room, InstanceListener.NO_EPOCH);
    }

    private void take(RoomId room, long epoch) {
        Held before = rooms.get(room);
        if (before == null && rooms.size() >= MOST) {
            throw new IllegalStateException("room " + room + " is one too many: an instance renews at most " + MOST
                    + " rooms; spread them over more instances");
        }
        if (before == null || before.epoch < epoch) {
            used = true;
            rooms.put(room, new Held(room, epoch, 0, true, before == null ? nanos.getAsLong() : before.since));
        }
    }

    /** Enters the epoch under which a room that came without a claim has one; tells what is known of the room now. */
    synchronized Optional<Held> claimed(RoomId room, long epoch, long at) {
        Held held = rooms.get(room);
        if (held != null && held.epoch < epoch) {
            held = new Held(room, epoch, at, false, held.since);
            rooms.put(room, held);
        }
        return Optional.ofNullable(held);
    }

    /** How many rooms there are now. */
    synchronized Tally tally() {
        if (!used) {
            return new Tally(0, OptionalDouble.empty());
        }
        long now = nanos.getAsLong();
        double growth = 0;
        for (Held held : rooms.values()) {
            growth += Math.max(0, 1 - (double) (now - held.since) / GROWN_AFTER);
        }
        return new Tally(rooms.size(), OptionalDouble.of(growth));
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
            long wait = held.hasClaim() ? after.toNanos() : UNCLAIMED_AFTER;
            if (held.fresh || now - held.renewed >= wait) {
                due.add(held);
            }
        }
        // A stable sort: of rooms alike, the one whose name comes first.
        due.sort(Comparator.comparing((Held held) -> !held.fresh).thenComparing(held -> held.renewed - now));
        return due.size() <= MOST_IN_A_REPORT ? due : List.copyOf(due.subList(0, MOST_IN_A_REPORT));
    }

    /** All rooms are to be renewed at once, since the store has lost their claims. */
    synchronized void renewAll() {
        rooms.replaceAll((room, held) -> new Held(room, held.epoch, 0, true, held.since));
    }

    /** Enters that rooms were renewed by a report that was sent at some time. */
    synchronized void renewed(List<Held> sent, long at) {
        for (Held held : sent) {
            rooms.computeIfPresent(
                    held.room,
                    (room, now) -> now.epoch == held.epoch ? new Held(room, now.epoch, at, false, now.since) : now);
        }
    }
}
