package io.fairlead.client.role;

import java.time.Duration;

/**
 * One moment of this machine on two clocks: the monotonic one, which stands still while a machine is suspended, and the
 * time since boot, which does not. Only differences mean anything, and both may overflow.
 *
 * @param nanos the monotonic clock, in nanoseconds
 * @param bootNanos the time since boot, in nanoseconds; where it cannot be read, the monotonic clock again
 */
record Moment(long nanos, long bootNanos) {

    Moment plus(Duration time) {
        return new Moment(nanos + time.toNanos(), bootNanos + time.toNanos());
    }

    /** Whether both clocks say that this is earlier: what is granted until then is over as soon as one of them says so. */
    boolean isSurelyBefore(Moment other) {
        return nanos - other.nanos < 0 && bootNanos - other.bootNanos < 0;
    }

    /** Whether both clocks say that this is not earlier: what binds until then is over only when both say so. */
    boolean isSurelyNotBefore(Moment other) {
        return nanos - other.nanos >= 0 && bootNanos - other.bootNanos >= 0;
    }

    /** Nanoseconds until the first of the clocks says that the other moment has come, at least 0. */
    long nanosUntil(Moment other) {
        return Math.max(0, Math.min(other.nanos - nanos, other.bootNanos - bootNanos));
    }

    /** Nanoseconds until both clocks say so, at least 0. */
    long nanosUntilSurely(Moment other) {
        return Math.max(0, Math.max(other.nanos - nanos, other.bootNanos - bootNanos));
    }

    /** The later of two on each clock. */
    Moment orLater(Moment other) {
        return new Moment(
                other.nanos - nanos > 0 ? other.nanos : nanos,
                other.bootNanos - bootNanos > 0 ? other.bootNanos : bootNanos);
    }
}
