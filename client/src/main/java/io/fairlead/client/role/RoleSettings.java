package io.fairlead.client.role;

import io.fairlead.config.BearerToken;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node needs to take part in its group.
 *
 * @param self which node of which group
 * @param managers where managers may be, without a path
 * @param token by which the managers know this agent, or empty where they ask for none
 * @param address what clients of the group are told while this node is primary
 * @param capacity size of this node relative to the others of its group
 * @param heartbeatInterval time between two heartbeats
 */
public record RoleSettings(
        Identity self,
        List<URI> managers,
        Optional<BearerToken> token,
        Optional<String> address,
        double capacity,
        Duration heartbeatInterval) {
    /** Keeps a copy. */
    public RoleSettings {
        managers = List.copyOf(managers);
    }
}
