package io.fairlead.client.machine;

/** One metric of this machine; keeps its own former counters, so two readers never disturb each other. */
interface Metric {
    /** The name under which the load formula knows it. */
    String name();

    /**
     * Reads the load in points, before it is cut to 100.
     *
     * @param nanos time of the reading on a monotonic clock
     * @param notes gets what the reading speaks of, what it leaves out and what limits it, also where it fails
     */
    double read(long nanos, Notes notes) throws Unmeasured;
}
