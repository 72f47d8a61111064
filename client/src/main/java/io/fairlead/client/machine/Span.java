package io.fairlead.client.machine;

/** The time between two readings of one counter. */
final class Span {
    /**
     * Shorter spans say nothing: the kernel counts CPU time in ticks of 10 ms, so over a few ticks a half-busy core
     * reads 0 or 100. 250 ms are 25 ticks of each core. The former counters are kept, so the next reading is right.
     */
    static final long SHORTEST_NANOS = 250_000_000;

    /** More than this over what is physically possible is no jitter of the two clock readings but a broken source. */
    static final double MOST_PERCENT = 110;

    private Span() {}

    /** Seconds from one reading to the next; a span that is too short (or negative) is unmeasured. */
    static double seconds(long before, long now) throws Unmeasured {
        long nanos = now - before;
        if (nanos < SHORTEST_NANOS) {
            throw new Unmeasured("read again after " + nanos / 1_000_000 + " ms, a rate needs at least "
                    + SHORTEST_NANOS / 1_000_000 + " ms");
        }
        return nanos / 1e9;
    }
}
