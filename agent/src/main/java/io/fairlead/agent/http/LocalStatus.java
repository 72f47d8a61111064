package io.fairlead.agent.http;

import io.fairlead.agent.metrics.MetricState;
import io.fairlead.agent.role.HookStatus;
import io.fairlead.client.role.FailsafeState;
import io.fairlead.client.role.HandoverPoint;
import java.time.Duration;
import java.util.SortedMap;

/**
 * What the local port tells about this node.
 *
 * @param group its group
 * @param node its id
 * @param primaryFor how long it stays primary without another answer, zero for a standby
 * @param token the highest fencing token that it knows
 * @param primaryOfGroup who is primary as far as it was told, empty for nobody
 * @param handover how far it is with what its manager told it
 * @param failsafe how it stands with its part in failsafe
 * @param managers how it stands between this agent and its managers, in words
 * @param hooks what became of each hook that was asked for, by its name
 * @param readings how it stands with each metric, and with the role load where that is measured
 */
public record LocalStatus(
        String group,
        String node,
        Duration primaryFor,
        long token,
        String primaryOfGroup,
        HandoverPoint handover,
        FailsafeState failsafe,
        String managers,
        SortedMap<String, HookStatus> hooks,
        SortedMap<String, MetricState> readings) {

    /** Whether it is primary at this moment. */
    boolean primary() {
        return !primaryFor.isZero();
    }

    /**
     * What HAProxy's agent-check is told of its role.
     *
     * @param stopping whether this agent stops for good
     * @param standbyShare the percent of its weight that a standby has, 0 for none of it
     */
    public String checkAnswer(boolean stopping, int standbyShare) {
        return RoleAnswer.of(primary(), handover.level(), stopping, standbyShare);
    }
}
