package io.fairlead.agent.check;

import io.fairlead.client.machine.MachineReading;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What an agent would find on this machine.
 *
 * @param readings each metric, and the role load where that is measured, with where it was read
 * @param load what the metrics come to with the usual weights, in points; empty where cpu is not known
 * @param findings everything else that was looked at
 */
public record CheckReport(MachineReading readings, OptionalDouble load, List<Finding> findings) {
    /** Keeps a copy. */
    public CheckReport {
        findings = List.copyOf(findings);
    }

    /** What keeps an agent from working here. */
    public List<Finding> blocking() {
        return findings.stream()
                .filter(finding -> finding.weight() == Finding.Weight.BLOCKS)
                .toList();
    }
}
