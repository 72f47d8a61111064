package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.config.ListenAddress;
import io.fairlead.handover.Timing;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.manager.journal.Logged;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A manager says once which groups lose a node together with itself, and what helps. */
final class NeighboursTest {

    private static final String HERE = "10.0.0.1";
    private static final Duration SECONDS = Duration.ofSeconds(3);

    private final Scene scene =
            new Scene(Timing.safe(), GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))));

    NeighboursTest() {
        scene.groups.warnOfNeighbours(Set.of("127.0.0.1", HERE, "fe80:0:0:0:1:2:3:4%eth0"));
    }

    private void node(String id, String from) {
        Scene.Node node = scene.node(id);
        node.from = from;
        node.start();
        scene.run(SECONDS);
    }

    @Test
    void aPairWithANodeBesideTheManagerIsNamedOnceWithWhatHelpsAndWhatDoesNotExistYet() {
        try (Logged logged = new Logged(Neighbours.class)) {
            node("gw-1", HERE);
            assertThat(logged.lines()).as("nobody could take over anyway").isEmpty();
            node("gw-2", "10.0.0.2");
            node("gw-3", HERE);
            assertThat(logged.lines())
                    .containsExactly(
                            "group line-1: node gw-1 is on the manager's own machine: when this machine dies, that"
                                    + " node and the manager are lost at once, and gw-2 can take over from nobody. Give the manager a"
                                    + " third machine, however small; several managers on a shared etcd or Redis would be another"
                                    + " remedy, which does not exist yet");
        }
    }

    @Test
    void aNodeThatComesByAnAddressOfOneNetworkCardIsBesideTheManagerHoweverTheCardIsWritten() {
        try (Logged logged = new Logged(Neighbours.class)) {
            node("gw-1", "fe80:0:0:0:1:2:3:4%2");
            node("gw-2", "fe80:0:0:0:1:2:3:5%2");
            assertThat(logged.lines()).singleElement().asString().contains("node gw-1 is on the manager's own machine");
        }
    }

    @Test
    void aManagerOnAMachineOfItsOwnAndOneAmongAllOfItsNodesSayNothing() {
        try (Logged logged = new Logged(Neighbours.class)) {
            node("gw-1", "10.0.0.2");
            node("gw-2", "10.0.0.3");
            Stepper local = new Stepper(scene, "gw-1");
            Stepper other = new Stepper(scene, "gw-2");
            local.group = new GroupId("line-2");
            other.group = local.group;
            local.start();
            other.start();
            scene.run(SECONDS);
            assertThat(logged.lines()).isEmpty();
        }
    }

    /** Linux takes any address from 127.0.0.0/8 for a local one, and has only the first of them on a network card. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    void aManagerKnowsTheAddressesOfItsMachine() throws Exception {
        try (Logged logged = new Logged(Neighbours.class);
                Manager manager =
                        Manager.start(ManagerSettings.standard().inMemory().with(new ListenAddress("127.0.0.1", 0)))) {
            beat(manager.port(), "gw-1", "127.0.0.1");
            assertThat(logged.lines()).isEmpty();
            beat(manager.port(), "gw-2", "127.0.0.2");
            assertThat(logged.lines())
                    .singleElement()
                    .asString()
                    .contains("node gw-1 is on the manager's own machine", "and gw-2 can take over from nobody");
        }
    }

    private static void beat(int port, String node, String from) throws Exception {
        String body = "{\"incarnation\":\"a1\",\"role\":\"standby\",\"token\":0,\"heartbeat_interval_ms\":1000}";
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            OutputStream out = socket.getOutputStream();
            out.write(("POST /v1/groups/line-1/nodes/" + node + "/heartbeat HTTP/1.1\r\nhost: 127.0.0.1:" + port
                            + "\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: "
                            + body.length()
                            + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 200");
        }
    }
}
