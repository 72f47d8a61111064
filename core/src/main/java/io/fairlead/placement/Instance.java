package io.fairlead.placement;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;

/**
 * One instance of a service: a process that takes rooms.
 *
 * @param id its name, one within the service
 * @param node the machine that it runs on
 * @param endpoint where clients connect, for example {@code ws://10.0.0.5:9000}: 1..255 printable ASCII characters without
 *     spaces
 */
public record Instance(InstanceId id, NodeId node, String endpoint) {

    private static final int MAX_ENDPOINT = 255;

    /** Checks the endpoint. */
    public Instance {
        if (endpoint.isEmpty()
                || endpoint.length() > MAX_ENDPOINT
                || !endpoint.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("endpoint of instance " + id + " is not 1.." + MAX_ENDPOINT
                    + " printable ASCII characters without spaces");
        }
    }
}
