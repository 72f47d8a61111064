package io.fairlead.client.machine;

import java.util.Locale;

/**
 * What a control group with a quota has used so far.
 *
 * @param nanos when it was read, on a monotonic clock
 * @param seconds CPU time used since the group began
 * @param periods scheduler periods in which the group wanted to run
 * @param throttled those of them in which it was stopped because its quota was used up
 */
record QuotaUsage(long nanos, double seconds, long periods, long throttled) {
    /** A group that is stopped in more than this share of its periods is at its ceiling, whatever its mean usage. */
    static final double THROTTLED_SHARE = 0.05;

    /** What could be used between two readings: the time that passed, the quota, and the cores that exist for it. */
    record Allowance(double seconds, double quotaCores, int usableCores) {}

    /** Load in percent of the quota since {@code before}; a quota above the usable cores means those cores. */
    double loadSince(QuotaUsage before, Allowance allowance) throws Unmeasured {
        double used = seconds - before.seconds();
        if (used < 0) {
            throw new Unmeasured(String.format(
                    Locale.ROOT, "used CPU time fell from %.3f s to %.3f s: it began anew", before.seconds(), seconds));
        }
        if (used == 0) {
            throw new Unmeasured("used CPU time did not advance since the last reading");
        }
        double possible = allowance.seconds() * allowance.usableCores();
        if (used * 100 > possible * Span.MOST_PERCENT) {
            throw new Unmeasured(String.format(
                    Locale.ROOT,
                    "%.3f s of CPU time in %.3f s are more than %d cores can give",
                    used,
                    allowance.seconds(),
                    allowance.usableCores()));
        }
        double load = 100 * used / (allowance.seconds() * Math.min(allowance.quotaCores(), allowance.usableCores()));
        return wasThrottled(before) ? Math.max(100, load) : load;
    }

    private boolean wasThrottled(QuotaUsage before) throws Unmeasured {
        long ran = Numbers.growth(before.periods(), periods, "nr_periods");
        long stopped = Numbers.growth(before.throttled(), throttled, "nr_throttled");
        return stopped > THROTTLED_SHARE * ran;
    }
}
