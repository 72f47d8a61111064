package io.fairlead.agent.http;

import io.fairlead.agent.role.HookStatus;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * What the local port tells about this node.
 *
 * @param group its group
 * @param node its id
 * @param primary whether it is primary at this moment
 * @param token the highest fencing token that it knows
 * @param primaryOfGroup who is primary as far as it was told, empty for nobody
 * @param managers how it stands between this agent and its managers, in words
 * @param hooks what became of each hook that was asked for, by its name
 * @param metrics the newest reading in points, known ones only
 * @param unknown why the others are not known
 * @param roleLoad what the service of the role costs now, in points, where that is measured and known
 */
public record LocalStatus(
        String group,
        String node,
        boolean primary,
        long token,
        String primaryOfGroup,
        String managers,
        SortedMap<String, HookStatus> hooks,
        SortedMap<String, Double> metrics,
        SortedMap<String, String> unknown,
        OptionalDouble roleLoad) {}
