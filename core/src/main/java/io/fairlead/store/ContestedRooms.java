package io.fairlead.store;

import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rooms that a process has without a claim and that another one has a claim of. That can be a claim which the store carried
 * out late, long after the room was placed elsewhere, and which whoever asked for it moves; so it counts only where it still
 * stands after 9 s. Callable from any thread.
 */
public final class ContestedRooms {

    /** Three reports: by then whoever asked for it has looked several times, and moved it. */
    public static final Duration STANDS = LoadReport.PERIOD.multipliedBy(3);

    /** Whoever renews a room asks for it in each of two renewal periods. */
    private static final Duration REMEMBERED = AffinityStore.RENEW_EVERY.multipliedBy(3);

    /** Beyond it a room is given up at once. */
    private static final int MOST = 10_000;

    private final Map<Room, Contest> contests = new LinkedHashMap<>();

    private record Contest(Instant first, Instant last) {}

    /**
     * Whether a room that another process has a claim of is lost.
     *
     * @param room the room
     * @param now time that never goes back
     */
    public synchronized boolean isLost(Room room, Instant now) {
        contests.values().removeIf(contest -> contest.last.plus(REMEMBERED).isBefore(now));
        Contest contest = contests.get(room);
        Instant first = contest == null ? now : contest.first;
        boolean untold = contest == null && contests.size() >= MOST;
        boolean lost = untold || !now.isBefore(first.plus(STANDS));
        if (lost) {
            contests.remove(room);
        } else {
            contests.put(room, new Contest(first, now));
        }
        return lost;
    }

    /** The room is its process's. */
    public synchronized void settled(Room room) {
        contests.remove(room);
    }
}
