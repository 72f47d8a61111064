package io.fairlead.agent;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.metrics.ServiceSource;
import io.fairlead.agent.role.HealthSettings;
import io.fairlead.client.role.Identity;
import io.fairlead.config.Bounds;
import io.fairlead.config.DurationText;
import io.fairlead.config.ListenAddress;
import io.fairlead.config.Quoted;
import io.fairlead.primary.NodeObservation;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How an agent works; checks itself, so that one that exists is right.
 *
 * @param managers where the manager is: {@code http} or {@code https}, host and port, no path. A list, since there will
 *     be several; for now exactly one, because managers do not know of one another yet. Default {@code http://127.0.0.1:7400}, the manager's own default
 * @param group the group this node belongs to. Default {@code default}, so that no configuration at all works
 * @param node the id of this node. Default: the machine's host name
 * @param address {@code HOST:PORT} that clients of the group are told while this node is primary. Default: none
 * @param hooksDir folder with the executables of the steps, such as {@code promote} and {@code demote}, all optional. Default:
 *     none
 * @param stateDir folder with what this node must not forget, its highest fencing token and the id of the managers' store;
 *     empty for nothing that outlives the process. Default {@code fairlead-state/GROUP/NODE}, below the working directory as
 *     the manager's {@code data} is
 * @param health when the hook {@code health} is asked, and how many answers count
 * @param listen local port with {@code /primary}, {@code /standby} and {@code /health}. Default {@code 127.0.0.1:7401}
 * @param sampleInterval time between two readings of this machine, 500ms..5m and not below the heartbeat interval, for a
 *     reading rides on a heartbeat. Default 5s, the round of the method
 * @param heartbeatInterval time between two heartbeats, 100ms..15s: a role is granted for 30 s, so that one heartbeat may
 *     get lost. Default 1s
 * @param measure where it is seen what the service of the role uses. Default: nowhere, so that its cost is learned
 * @param tokenFile the file with the token by which the manager knows this agent. Default: none, for a manager that asks
 *     for none
 * @param peer how it takes part in failsafe, by which a primary keeps its role while no manager answers. Default: not at all
 * @param check where HAProxy's agent-check is answered, and with what. Default: nowhere
 * @param service the service of which this machine is an instance. Default: none
 * @param capacity size of this node relative to the others of its group, 0.001..1000000. Default 1
 */
public record AgentConfig(
        List<URI> managers,
        GroupId group,
        NodeId node,
        Optional<String> address,
        Optional<Path> hooksDir,
        Optional<Path> stateDir,
        HealthSettings health,
        ListenAddress listen,
        Duration sampleInterval,
        Duration heartbeatInterval,
        Optional<ServiceSource> measure,
        Optional<Path> tokenFile,
        Optional<PeerConfig> peer,
        Optional<CheckConfig> check,
        Optional<ServiceConfig> service,
        double capacity) {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[!-~&&[^\\[\\]]]+\\]|[!-9;-~&&[^\\[\\]]]+):(\\d{1,5})");
    private static final int LONGEST_ADDRESS = 255;

    /** Refuses with {@link IllegalArgumentException} that names key, value and what is allowed. */
    public AgentConfig {
        managers = List.copyOf(managers);
        if (managers.size() != 1) {
            throw new IllegalArgumentException("managers: found " + managers.size()
                    + " addresses, expected one: managers do not know of one another yet, and two that decide for"
                    + " one group would let two nodes be primary");
        }
        managers.forEach(AgentConfig::checkManager);
        address.ifPresent(given -> checkAddress("address", given));
        peer.ifPresent(how -> checkAddress("peer-address", how.address()));
        if (!listen.isLoopback()) {
            // The local port knows no authentication.
            throw new IllegalArgumentException("listen: found " + Quoted.of(listen.toString())
                    + ", expected a loopback address and a port such as 127.0.0.1:7401");
        }
        Bounds.duration("heartbeat-interval", heartbeatInterval, Duration.ofMillis(100), Duration.ofSeconds(15));
        Bounds.duration("sample-interval", sampleInterval, SamplePace.SHORTEST, Duration.ofMinutes(5));
        if (sampleInterval.compareTo(heartbeatInterval) < 0) {
            throw new IllegalArgumentException("found heartbeat-interval " + DurationText.format(heartbeatInterval)
                    + " with sample-interval " + DurationText.format(sampleInterval)
                    + ", expected a heartbeat-interval that is not longer: a reading rides on a heartbeat");
        }
        Bounds.number("capacity", capacity, NodeObservation.LEAST_CAPACITY, NodeObservation.MOST_CAPACITY);
    }

    /** Which node of which group the agent speaks for. */
    Identity identity() {
        return new Identity(group, node);
    }

    private static void checkManager(URI manager) {
        boolean http = "http".equals(manager.getScheme()) || "https".equals(manager.getScheme());
        String path = manager.getPath();
        boolean bare = (path == null || path.isEmpty() || path.equals("/"))
                && manager.getQuery() == null
                && manager.getFragment() == null
                && manager.getUserInfo() == null;
        if (!http || manager.getHost() == null || !bare || manager.getPort() > 65_535) {
            throw new IllegalArgumentException("managers: found " + Quoted.of(manager.toString())
                    + ", expected an address without a path such as http://127.0.0.1:7400");
        }
    }

    private static void checkAddress(String key, String address) {
        var form = ADDRESS.matcher(address);
        boolean right = address.length() <= LONGEST_ADDRESS
                && form.matches()
                && Integer.parseInt(form.group(2)) >= 1
                && Integer.parseInt(form.group(2)) <= 65_535;
        if (!right) {
            throw new IllegalArgumentException(
                    key + ": found " + Quoted.of(address) + ", expected host and port such as 10.0.0.5:8080");
        }
    }
}
