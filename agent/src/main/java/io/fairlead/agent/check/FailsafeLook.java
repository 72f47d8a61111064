package io.fairlead.agent.check;

import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.GroupSecretFile;
import io.fairlead.agent.PeerConfig;
import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Whether the other nodes of the group could ask this one while no manager answers. */
final class FailsafeLook {
    private static final String FAILSAFE = "failsafe";
    private static final String ADDRESS = "peer-address";

    private FailsafeLook() {}

    static List<Finding> findings(AgentConfig config) throws InterruptedException {
        if (config.peer().isEmpty()) {
            return List.of(
                    Finding.fine(FAILSAFE, "inactive: peer-listen, peer-address and group-secret-file are not set"));
        }
        PeerConfig peer = config.peer().get();
        List<Finding> findings = new ArrayList<>();
        findings.add(secret(peer));
        findings.add(listen(peer.listen(), config));
        findings.add(address(peer.address()));
        return findings;
    }

    private static Finding secret(PeerConfig peer) {
        try {
            GroupSecretFile.read(peer.secretFile());
            return Finding.fine("group secret", "the secret in " + peer.secretFile() + " can be read");
        } catch (IOException e) {
            return Finding.blocks("group secret", "group-secret-file: " + e.getMessage());
        }
    }

    private static Finding listen(ListenAddress listen, AgentConfig config) throws InterruptedException {
        try (ServerSocketChannel probe = ServerSocketChannel.open()) {
            probe.bind(listen.socketAddress());
            return Finding.fine(
                    "peer-listen", listen.port() == 0 ? "any free port of " + listen.host() : listen + " is free");
        } catch (IOException e) {
            return Surroundings.isOwnAgent(config)
                    ? Finding.fine("peer-listen", listen + " is used, and the agent of this node runs")
                    : Finding.blocks("peer-listen", listen.cannotBeOpened(e));
        }
    }

    /** The others look it up and not this machine, so that nothing about it keeps an agent from working. */
    private static Finding address(String address) {
        String host = address.substring(0, address.lastIndexOf(':'));
        try {
            InetAddress found = InetAddress.getByName(host);
            return found.isLoopbackAddress()
                    ? Finding.doubtful(ADDRESS, address + " is this machine's own: no other machine reaches it there")
                    : Finding.fine(ADDRESS, address);
        } catch (UnknownHostException e) {
            return Finding.doubtful(ADDRESS, address + " is not known on this machine: no address belongs to the name");
        }
    }
}
