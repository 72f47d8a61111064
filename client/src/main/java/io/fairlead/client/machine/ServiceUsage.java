package io.fairlead.client.machine;

/**
 * What a service has used so far, and what it holds now.
 *
 * @param of which run of it: another one begins its counters anew
 * @param cpuSeconds CPU time used since that run began
 * @param bytes memory that it holds and that the kernel could not take back at once
 */
record ServiceUsage(String of, double cpuSeconds, long bytes) {

    /** Something whose usage can be read. */
    interface Source {
        ServiceUsage read(Notes notes) throws Unmeasured;
    }
}
