package io.fairlead.cli.demo;

import io.fairlead.client.role.RoleCallbacks;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.client.role.RoleSettings;
import io.fairlead.client.role.Sample;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A simulated machine with a real agent's heart: the same heartbeats, the same way to hold the role and to lose it. */
final class SimulatedNode implements AutoCloseable {

    private final SimulatedMachine machine;
    private final RoleParticipant participant;
    private volatile boolean job;
    private long sequence;

    private SimulatedNode(SimulatedMachine machine, RoleSettings settings) {
        this.machine = machine;
        this.participant = new RoleParticipant(settings, new RoleCallbacks() {}, this::sample);
    }

    static SimulatedNode start(SimulatedMachine machine, RoleSettings settings) throws IOException {
        SimulatedNode node = new SimulatedNode(machine, settings);
        node.participant.start();
        return node;
    }

    /** Lets the backup job run on this machine, or not. */
    void setJob(boolean runs) {
        job = runs;
    }

    String id() {
        return machine.id().value();
    }

    /** Asked once per heartbeat, by the one thread that sends them. */
    private Optional<Sample> sample() {
        if (participant.role().primary().isEmpty()) {
            // Sensors need a moment. It also lets the first primary be chosen before there is any load to compare
            // with, so that nothing has to be measured afterwards and load can decide as early as possible.
            return Optional.empty();
        }
        boolean primary = participant.role().isPrimary();
        SimulatedMachine.Sample now = machine.next(primary, job);
        return Optional.of(new Sample(
                sequence++,
                now.metrics(),
                new TreeMap<>(),
                primary ? OptionalDouble.of(now.roleLoad()) : OptionalDouble.empty()));
    }

    @Override
    public void close() {
        participant.close();
    }
}
