package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Optional;

/**
 * What keeps a node from accepting a role: the wait after its own start, for it may have forgotten a promise, and the promise
 * that it gave to a primary.
 *
 * @param started when the node started
 * @param leaseBefore the longest lease under which it may have promised before, zero where it remembers none
 * @param promise what it promised, as long as it knows of one
 */
record Bond(Moment started, Duration leaseBefore, Optional<Promise> promise) {

    /**
     * A promise to accept no role.
     *
     * @param to who works on meanwhile
     * @param until when it is over
     */
    record Promise(NodeId to, Moment until) {}

    Bond with(Promise newer) {
        boolean longer = promise.filter(older -> older.until().nanosUntilSurely(newer.until()) == 0)
                .isEmpty();
        return longer ? new Bond(started, leaseBefore, Optional.of(newer)) : this;
    }

    /** The same with a start that was not before a moment. */
    Bond startedAt(Moment now) {
        return new Bond(now, leaseBefore, promise);
    }

    /** The promise, if it still binds. */
    Optional<Promise> promise(Moment now) {
        return promise.filter(given -> !now.isSurelyNotBefore(given.until()));
    }

    /** For how long the node accepts no role; zero if it does. A manager that says no times has no failsafe either. */
    Duration left(Moment now, RoleTerms terms) {
        long promised =
                promise(now).map(given -> now.nanosUntilSurely(given.until())).orElse(0L);
        return Duration.ofNanos(Math.max(promised, startLeft(now, terms.timing())));
    }

    /**
     * What a manager is told of that. A node that has not heard the times yet says what they usually are: with 0 a manager would
     * take it for free, and begin what it then has to give up.
     */
    Duration said(Moment now, RoleTerms terms) {
        Duration left = left(now, terms);
        if (terms.timing().isPresent() || !leaseBefore.isZero()) {
            return left;
        }
        Duration usual = Duration.ofNanos(startLeft(now, Optional.of(Timing.safe())));
        return usual.compareTo(left) > 0 ? usual : left;
    }

    /** Whether it is the promise that binds, and not the start. */
    boolean isByPromise(Moment now) {
        return promise(now).isPresent();
    }

    /** A promise that was forgotten was for the lease of its time, which may have been longer than the present one. */
    private long startLeft(Moment now, Optional<Timing> timing) {
        Duration before =
                leaseBefore.isZero() ? Duration.ZERO : Timing.of(leaseBefore).managerWait();
        Duration told = timing.map(Timing::managerWait).orElse(Duration.ZERO);
        return now.nanosUntilSurely(started.plus(before.compareTo(told) > 0 ? before : told));
    }
}
