package io.fairlead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.cli.demo.SimulatedMachine.Percents;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulatedMachineTest {

    private static final NodeId NODE = new NodeId("gw-1");
    private final SimulatedMachine machine = new SimulatedMachine(NODE, new Percents(18, 35, 8, 5), 1);

    @Test
    void theLoadFollowsTheRoleAndIsReportedAsRoleLoad() {
        double idle = load(after(10, false, false));
        SimulatedMachine.Sample primary = after(10, true, false);
        assertThat(load(primary) - idle).isBetween(15.0, 21.0);
        assertThat(primary.roleLoad()).isBetween(17.0, 19.0);
        assertThat(load(after(10, false, false))).isBetween(idle - 3, idle + 3);
        assertThat(after(1, false, false).roleLoad()).isLessThan(0.1);
    }

    @Test
    void theJobStaysOnTheMachineWhateverTheRole() {
        double idle = load(after(10, false, false));
        assertThat(load(after(1, false, true)) - idle).isGreaterThan(25);
        assertThat(after(10, false, true).roleLoad()).isLessThan(0.1);
    }

    @Test
    void nothingIsEverOutsideOfPercent() {
        SimulatedMachine full = new SimulatedMachine(NODE, new Percents(99, 1, 99, 0), 2);
        for (int i = 0; i < 200; i++) {
            assertThat(full.next(true, true).metrics().values().values()).allMatch(v -> v >= 0 && v <= 100);
        }
    }

    private SimulatedMachine.Sample after(int rounds, boolean primary, boolean job) {
        SimulatedMachine.Sample sample = machine.next(primary, job);
        for (int i = 1; i < rounds; i++) {
            sample = machine.next(primary, job);
        }
        return sample;
    }

    private static double load(SimulatedMachine.Sample sample) {
        TreeMap<NodeId, Metrics> alone = new TreeMap<>(Map.of(NODE, sample.metrics()));
        return LoadFormula.withBottleneck()
                .loads(alone)
                .values()
                .iterator()
                .next()
                .points();
    }
}
