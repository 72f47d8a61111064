package io.fairlead.cli.demo;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.metrics.MachineReader;
import io.fairlead.agent.metrics.MachineReading;
import io.fairlead.agent.role.HookFolder;
import io.fairlead.agent.role.Identity;
import io.fairlead.agent.role.RoleParticipant;
import io.fairlead.agent.role.RoleSettings;
import io.fairlead.agent.role.Sample;
import io.fairlead.cli.demo.SimulatedMachine.Percents;
import io.fairlead.cli.rest.ManagerUrl;
import io.fairlead.config.DurationText;
import io.fairlead.load.Metrics;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** The nodes of the demonstration: four simulated machines, and this one. */
final class Cast implements AutoCloseable {

    /** The group that they form. */
    static final String GROUP = "demo";

    /** The id under which this machine is shown. */
    static final String THIS_MACHINE = "this-machine";

    private static final int WINDOW = 30;

    /** What the simulated machines are busy with by themselves: alike, but not the same. */
    private static final List<Percents> MACHINES = List.of(
            new Percents(18, 35, 8, 5),
            new Percents(21, 38, 9, 6),
            new Percents(16, 33, 7, 4),
            new Percents(20, 36, 10, 5));

    private final List<SimulatedNode> simulated;
    private final RoleParticipant thisMachine;

    private Cast(List<SimulatedNode> simulated, RoleParticipant thisMachine) {
        this.simulated = simulated;
        this.thisMachine = thisMachine;
    }

    /** The manager's configuration for rounds of the given length. */
    static String configuration(Duration round) {
        return String.join(
                "\n",
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
    static Cast enter(ManagerUrl manager, Duration round) {
        List<SimulatedNode> simulated = new ArrayList<>();
        for (int i = 0; i < MACHINES.size(); i++) {
            NodeId id = new NodeId("gw-" + (i + 1));
            SimulatedMachine machine = new SimulatedMachine(id, MACHINES.get(i), i);
            simulated.add(SimulatedNode.start(machine, settings(id, manager, round)));
        }
        RoleParticipant thisMachine = new RoleParticipant(
                settings(new NodeId(THIS_MACHINE), manager, round), HookFolder.none(), new OwnReadings());
        thisMachine.start();
        return new Cast(simulated, thisMachine);
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
        return new RoleSettings(
                new Identity(new GroupId(GROUP), node),
                List.of(URI.create(manager.base())),
                Optional.empty(),
                1,
                round.dividedBy(2));
    }

    /** The readings of this machine; asked once per heartbeat, by one thread. */
    private static final class OwnReadings implements Supplier<Optional<Sample>> {

        private final MachineReader reader = MachineReader.ofThisMachine();
        private long sequence;

        @Override
        public Optional<Sample> get() {
            MachineReading reading = reader.read(System.nanoTime());
            return Optional.of(new Sample(
                    sequence++, new Metrics(reading.known()), reading.unknown(), OptionalDouble.empty()));
        }
    }
}
