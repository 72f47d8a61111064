package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one scheduler of one service knows beyond what the reports say: what a room costs, what it placed that no report
 * shows yet, and who could not be connected to. It never changes; each fact gives the next one. As large as the view.
 *
 * <p>Time is the store's: of a view, when it was read; of a placement, when its claim was won.
 *
 * @param cost what a grown room costs
 * @param inFlight rooms that no report shows yet
 * @param failed when a connect to a process last failed that has not reported since
 * @param seen the newest report of each instance that was counted
 * @param at when reports were last seen
 */
public record SchedulerState(
        RoomCost cost,
        InFlight inFlight,
        SortedMap<InstanceId, FailedConnect> failed,
        SortedMap<InstanceId, Seen> seen,
        Instant at) {

    /** Copies the maps. */
    public SchedulerState {
        failed = Collections.unmodifiableSortedMap(new TreeMap<>(failed));
        seen = Collections.unmodifiableSortedMap(new TreeMap<>(seen));
    }

    /**
     * A report that was counted.
     *
     * @param incarnation the process that sent it
     * @param sequence its number
     */
    public record Seen(Incarnation incarnation, long sequence) {

        static Seen of(LoadReport report) {
            return new Seen(report.incarnation(), report.sequence());
        }
    }

    /**
     * A connect that failed.
     *
     * @param incarnation the process that did not answer
     * @param time when it failed, in store time
     */
    public record FailedConnect(Incarnation incarnation, Instant time) {}

    /** A scheduler that has just started. */
    public static SchedulerState initial() {
        return new SchedulerState(RoomCost.unknown(), InFlight.none(), new TreeMap<>(), new TreeMap<>(), Instant.EPOCH);
    }

    /**
     * After a look at the reports: what is new in them is learnt, and what they show is no longer in flight. A view that is
     * not current teaches nothing.
     *
     * @param view the instances
     * @param settings how they are placed on
     * @param now store time when the view was read
     */
    public SchedulerState learn(ServiceView view, PlacementSettings settings, Instant now) {
        return view.current() ? new Learning(this, view, settings, now).next() : this;
    }

    /**
     * After a room was placed: its claim was won, or it is one that needs none.
     *
     * @param owner the process that took it
     * @param rooms what it costs relative to the usual one, as asked for
     * @param now store time
     */
    public SchedulerState placed(Owner owner, double rooms, Instant now) {
        return new SchedulerState(cost, inFlight.with(owner, rooms, now), failed, seen, at);
    }

    /** After somebody could not connect to a process. Of one that was never seen nothing is kept. */
    public SchedulerState connectFailed(Owner owner, Instant now) {
        Seen known = seen.get(owner.instance());
        if (known == null || !known.incarnation.equals(owner.incarnation())) {
            return this;
        }
        SortedMap<InstanceId, FailedConnect> more = new TreeMap<>(failed);
        more.put(owner.instance(), new FailedConnect(owner.incarnation(), now));
        return new SchedulerState(cost, inFlight, more, seen, at);
    }

    /** Whether a connect to a process failed, and it has not reported since. */
    public boolean isSuspect(Owner owner) {
        FailedConnect last = failed.get(owner.instance());
        return last != null && last.incarnation.equals(owner.incarnation());
    }
}
