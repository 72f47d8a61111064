package io.fairlead.client;

/** Says how busy an instance is. The application's own, {@link MachineLoad}, or {@link ProcessLoad}. */
@FunctionalInterface
public interface LoadSource {

    /**
     * Reads the load now. Called for each report, never twice at a time, on a thread where it may wait; a report waits at most
     * as long for it as the client's budget is, and at most 3 s, then it goes without a load. So it does if this throws.
     */
    InstanceLoad read() throws Exception;
}
