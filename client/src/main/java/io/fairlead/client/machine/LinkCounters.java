package io.fairlead.client.machine;

import java.util.Locale;

/**
 * What a network interface has counted so far.
 *
 * @param nanos when it was read, on a monotonic clock
 * @param index the kernel's number of the interface; another number under the same name is another interface
 * @param mbitPerSecond negotiated link speed, 0 where it is not known
 * @param received bytes received
 * @param sent bytes sent
 */
record LinkCounters(long nanos, long index, long mbitPerSecond, long received, long sent) {
    private static final double BYTES_PER_MBIT = 125_000;

    /**
     * Load in percent of the link speed as it is now, the larger direction.
     *
     * <p>Whether the rate can be true is judged by the faster of the two speeds: a link that fell from 1 Gbit/s to 100
     * Mbit/s may have carried more than 100 Mbit/s before it fell, and is full now.
     *
     * @param counters32Bit whether the counters are known to wrap at 32 bits
     */
    double loadSince(LinkCounters before, double seconds, boolean counters32Bit) throws Unmeasured {
        double bytes = Math.max(
                growth(before.received, received, "received bytes", counters32Bit),
                growth(before.sent, sent, "sent bytes", counters32Bit));
        double mbit = bytes / BYTES_PER_MBIT / seconds;
        long fastest = Math.max(before.mbitPerSecond, mbitPerSecond);
        if (100 * mbit > Span.MOST_PERCENT * fastest) {
            throw new Unmeasured(
                    String.format(Locale.ROOT, "%.0f Mbit/s on a link of %d Mbit/s, which cannot be", mbit, fastest));
        }
        double load = 100 * mbit / mbitPerSecond;
        return before.mbitPerSecond > mbitPerSecond ? Math.min(100, load) : load;
    }

    private static long growth(long before, long now, String what, boolean counters32Bit) throws Unmeasured {
        return counters32Bit ? Numbers.growth32Bit(before, now, what) : Numbers.growth(before, now, what);
    }
}
