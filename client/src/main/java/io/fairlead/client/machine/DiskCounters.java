package io.fairlead.client.machine;

import java.util.Locale;

/**
 * What a disk has counted so far.
 *
 * @param device which device it is; another one may get the same name
 * @param nanos when it was read, on a monotonic clock
 * @param requests finished reads and writes
 * @param busyMillis time with at least one request in flight; 32 bits in every kernel
 * @param queuedMillis the same times the number of requests in flight; 32 bits in every kernel
 */
record DiskCounters(String device, long nanos, long requests, long busyMillis, long queuedMillis) {
    /** Reads the fields of {@code /sys/block/DISK/stat}; later kernels append some, none were ever removed. */
    static DiskCounters parse(String text, String where, long nanos) throws Unmeasured {
        String[] fields = text.strip().split("\\s+", -1);
        if (fields.length < 11) {
            throw new Unmeasured(where + " has " + fields.length + " fields, expected at least 11");
        }
        long[] counts = new long[11];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = Numbers.count(fields[i], where);
        }
        return new DiskCounters("", nanos, counts[0] + counts[4], counts[9], counts[10]);
    }

    DiskCounters ofDevice(String which) {
        return new DiskCounters(which, nanos, requests, busyMillis, queuedMillis);
    }

    /** Load in percent since {@code before}: busy time, or mean queue depth over queue size, whichever is worse. */
    double loadSince(DiskCounters before, double seconds, long queueSize) throws Unmeasured {
        Numbers.growth(before.requests, requests, "the count of requests");
        double busy = Numbers.growth32Bit(before.busyMillis, busyMillis, "busy time") / seconds / 10;
        if (busy > Span.MOST_PERCENT) {
            throw new Unmeasured(String.format(Locale.ROOT, "busy %.0f %% of the time, which cannot be", busy));
        }
        double depth = Numbers.growth32Bit(before.queuedMillis, queuedMillis, "queued time") / seconds / 1000;
        return Math.max(busy, Math.min(100, 100 * depth / queueSize));
    }
}
