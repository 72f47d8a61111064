package io.fairlead.client.role;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node needs to take part in its group.
 *
 * @param self which node of which group
 * @param managers where the manager is, without a path: one address, since managers do not know of one another yet
 * @param credential by what the managers know this node, or empty where they ask for nothing
 * @param address what clients of the group are told while this node is primary
 * @param capacity size of this node relative to the others of its group, 0.001 to 1,000,000
 * @param heartbeatInterval the longest time between two heartbeats, 50 ms to 15 s; the manager may want them more often
 * @param memory what the node must not forget; closed with the node
 * @param failsafe how a primary keeps its role while no manager answers; empty for not at all
 */
public record RoleSettings(
        Identity self,
        List<URI> managers,
        Optional<Credential> credential,
        Optional<String> address,
        double capacity,
        Duration heartbeatInterval,
        NodeMemory memory,
        Optional<FailsafeSettings> failsafe) {
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(15);
    private static final double LEAST_CAPACITY = 0.001;
    private static final double MOST_CAPACITY = 1_000_000;

    /** Checks ranges, and keeps a copy. */
    public RoleSettings {
        managers = List.copyOf(managers);
        if (managers.isEmpty()) {
            throw new IllegalArgumentException("managers is empty: use an address such as http://127.0.0.1:7400");
        }
        if (managers.size() > 1) {
            throw new IllegalArgumentException(
                    "managers has " + managers.size()
                            + " addresses: use one, since two managers that decide for one group would let two nodes be primary");
        }
        if (heartbeatInterval.compareTo(SHORTEST) < 0 || heartbeatInterval.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "heartbeatInterval is " + heartbeatInterval.toMillis() + "ms: use 50ms to 15s");
        }
        if (!(capacity >= LEAST_CAPACITY && capacity <= MOST_CAPACITY)) {
            throw new IllegalArgumentException("capacity is " + capacity + ": use 0.001 to 1000000");
        }
    }

    /**
     * A node that talks to a manager on its own machine, sends a heartbeat each second, and forgets its token when its
     * process ends: see {@link #withMemory}.
     */
    public static RoleSettings of(GroupId group, NodeId node) {
        return new RoleSettings(
                new Identity(group, node),
                List.of(URI.create("http://127.0.0.1:7400")),
                Optional.empty(),
                Optional.empty(),
                1,
                Duration.ofSeconds(1),
                NodeMemory.untilTheProcessEnds(),
                Optional.empty());
    }

    /** The same with another manager. */
    public RoleSettings withManager(URI manager) {
        return new RoleSettings(
                self, List.of(manager), credential, address, capacity, heartbeatInterval, memory, failsafe);
    }

    /** The same with something by which the managers know this node. */
    public RoleSettings withCredential(Credential known) {
        return new RoleSettings(
                self, managers, Optional.of(known), address, capacity, heartbeatInterval, memory, failsafe);
    }

    /** The same with {@code HOST:PORT} that clients of the group are told while this node is primary. */
    public RoleSettings withAddress(String told) {
        return new RoleSettings(
                self, managers, credential, Optional.of(told), capacity, heartbeatInterval, memory, failsafe);
    }

    /** The same with another size. */
    public RoleSettings withCapacity(double size) {
        return new RoleSettings(self, managers, credential, address, size, heartbeatInterval, memory, failsafe);
    }

    /** The same with another time between two heartbeats. */
    public RoleSettings withHeartbeatInterval(Duration interval) {
        return new RoleSettings(self, managers, credential, address, capacity, interval, memory, failsafe);
    }

    /**
     * The same with a folder for what must not be forgotten, which is this node's alone and made where it is missing. Throws
     * {@link IOException} with one line that names what is in the way.
     */
    public RoleSettings withStateFolder(Path folder) throws IOException {
        return withMemory(StateFolder.open(folder, self.group(), self.node()));
    }

    /** The same with a memory that outlives the process, such as a {@link StateFolder}. */
    public RoleSettings withMemory(NodeMemory kept) {
        return new RoleSettings(self, managers, credential, address, capacity, heartbeatInterval, kept, failsafe);
    }

    /** The same for a node whose role outlives an outage of all managers, as long as every other node agrees. */
    public RoleSettings withFailsafe(FailsafeSettings how) {
        return new RoleSettings(
                self, managers, credential, address, capacity, heartbeatInterval, memory, Optional.of(how));
    }
}
