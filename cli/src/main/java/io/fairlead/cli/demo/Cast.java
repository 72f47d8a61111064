package io.fairlead.cli.demo;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.AgentConfigReader;
import io.fairlead.cli.demo.SimulatedMachine.Percents;
import io.fairlead.cli.rest.ManagerUrl;
import io.fairlead.client.role.RoleSettings;
import io.fairlead.config.DurationText;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The nodes of the demonstration: four simulated machines, and this one. */
final class Cast implements AutoCloseable {

    /** The group that they form. */
    static final String GROUP = "demo";

    /** The id under which this machine is shown. */
    static final String THIS_MACHINE = "this-machine";

    /**
     * For how long a node keeps the role without an answer: a new manager promotes nobody for that long, and nobody
     * likes to watch the standard half minute go by.
     */
    private static final Duration LEASE = Duration.ofSeconds(5);

    /** Rounds of the window, and of the observation period. */
    static final int WINDOW = 30;

    /** A real agent reads its machine no more often. */
    private static final Duration SHORTEST_SAMPLE = Duration.ofMillis(500);

    /** What the simulated machines are busy with by themselves: alike, but not the same. */
    private static final List<Percents> MACHINES = List.of(
            new Percents(18, 35, 8, 5),
            new Percents(21, 38, 9, 6),
            new Percents(16, 33, 7, 4),
            new Percents(20, 36, 10, 5));

    private final List<SimulatedNode> simulated;
    private final Agent thisMachine;

    private Cast(List<SimulatedNode> simulated, Agent thisMachine) {
        this.simulated = simulated;
        this.thisMachine = thisMachine;
    }

    /** The manager's configuration for rounds of the given length. */
    static String configuration(Duration round) {
        return String.join(
                "\n",
                "timing: {lease: " + DurationText.format(max(LEASE, round.multipliedBy(4))) + "}",
                "groups:",
                "  " + GROUP + ":",
                "    profile: steady",
                "    sample-interval: " + DurationText.format(round),
                "    window: " + WINDOW,
                "    cooldown: " + DurationText.format(round.multipliedBy(WINDOW)),
                "    maintenance: [" + THIS_MACHINE + "]",
                "");
    }

    /** Starts all nodes; they report to a manager from then on. */
    static Cast enter(ManagerUrl manager, Duration round) throws IOException {
        List<SimulatedNode> simulated = new ArrayList<>();
        for (int i = 0; i < MACHINES.size(); i++) {
            NodeId id = new NodeId("gw-" + (i + 1));
            SimulatedMachine machine = new SimulatedMachine(id, MACHINES.get(i), i);
            simulated.add(SimulatedNode.start(machine, settings(id, manager, round)));
        }
        try {
            return new Cast(simulated, Agent.start(thisMachine(manager, round)));
        } catch (IOException e) {
            simulated.forEach(SimulatedNode::close);
            throw e;
        }
    }

    /** What a real agent of this machine is told: everything standard, but the round of the demonstration. */
    private static AgentConfig thisMachine(ManagerUrl manager, Duration round) {
        return AgentConfigReader.read(
                null,
                Map.of(
                        "managers",
                        manager.base(),
                        "group",
                        GROUP,
                        "node",
                        THIS_MACHINE,
                        "state-dir",
                        "none",
                        "listen",
                        "127.0.0.1:0",
                        "sample-interval",
                        DurationText.format(round.compareTo(SHORTEST_SAMPLE) < 0 ? SHORTEST_SAMPLE : round),
                        "heartbeat-interval",
                        DurationText.format(round.dividedBy(2))));
    }

    /** Lets the job run on one machine only, or on none if the text is empty. */
    void runJobOn(String node) {
        simulated.forEach(machine -> machine.setJob(machine.id().equals(node)));
    }

    @Override
    public void close() {
        thisMachine.close();
        simulated.forEach(SimulatedNode::close);
    }

    /** Two heartbeats a round, so that a beat that comes a little late does not leave a round without a sample. */
    private static RoleSettings settings(NodeId node, ManagerUrl manager, Duration round) {
        return RoleSettings.of(new GroupId(GROUP), node)
                .withManager(URI.create(manager.base()))
                .withHeartbeatInterval(round.dividedBy(2));
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
