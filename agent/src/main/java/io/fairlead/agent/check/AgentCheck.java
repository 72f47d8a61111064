package io.fairlead.agent.check;

import io.fairlead.NodeId;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.metrics.ServiceSource;
import io.fairlead.client.machine.MachineReader;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Reading;
import io.fairlead.client.machine.RoleMeter;
import io.fairlead.client.role.Sample;
import io.fairlead.load.Load;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks at this machine as an agent would, twice; starts nothing, runs no hook and sends no heartbeat. */
public final class AgentCheck {
    /** The time between both readings: rates over less jump about, and nobody likes to wait. */
    public static final Duration BETWEEN = Duration.ofSeconds(2);

    private final AgentConfig config;
    private final MachineReader reader;
    private final Optional<RoleMeter> meter;

    private AgentCheck(AgentConfig config, MachineReader reader, Optional<RoleMeter> meter) {
        this.config = config;
        this.reader = reader;
        this.meter = meter;
    }

    /** Looks at the machine that this process runs on, which takes {@link #BETWEEN} and a little more. */
    public static CheckReport ofThisMachine(AgentConfig config) throws InterruptedException {
        AgentCheck check = new AgentCheck(
                config, MachineReader.ofThisMachine(), config.measure().map(ServiceSource::meter));
        check.read(System.nanoTime());
        Thread.sleep(BETWEEN.toMillis());
        return check.report(check.read(System.nanoTime()));
    }

    /** Looks at a machine whose time is given. */
    static CheckReport of(AgentConfig config, MachineReader reader, Runnable between) throws InterruptedException {
        AgentCheck check = new AgentCheck(config, reader, Optional.empty());
        check.read(0);
        between.run();
        return check.report(check.read(BETWEEN.toNanos()));
    }

    private MachineReading read(long nanos) {
        MachineReading machine = reader.read(nanos);
        return meter.map(measured -> machine.with(Sample.ROLE_LOAD, measured.read(machine, nanos), measured.origin()))
                .orElse(machine);
    }

    private CheckReport report(MachineReading readings) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        if (readings.byMetric().get(Metrics.CPU) instanceof Reading.Unknown why) {
            findings.add(Finding.blocks(Metrics.CPU, "not known, and without it a sample is none: " + why.reason()));
        }
        findings.addAll(Surroundings.hooks(config.hooksDir()));
        findings.add(StateLook.finding(config));
        findings.addAll(FailsafeLook.findings(config));
        findings.addAll(Surroundings.managers(config.managers()));
        findings.addAll(TokenLook.findings(config));
        findings.add(Surroundings.localPort(config));
        return new CheckReport(readings, load(readings), findings);
    }

    /** As a group without any other node would tell it. */
    private OptionalDouble load(MachineReading readings) {
        SortedMap<String, Double> known = readings.known();
        known.remove(Sample.ROLE_LOAD);
        SortedMap<NodeId, Metrics> alone = new TreeMap<>();
        alone.put(config.node(), new Metrics(known));
        return LoadFormula.withBottleneck().loads(alone).values().stream()
                .mapToDouble(Load::points)
                .findFirst();
    }
}
