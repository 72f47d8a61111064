package io.fairlead.client.role;

import io.fairlead.load.Metrics;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One reading of this machine on its way to the manager.
 *
 * @param sequence its number, growing without end within one incarnation, so that a repeated one is recognised
 * @param metrics what is known
 * @param unknown why the rest is not known
 * @param roleLoad what the service of the role costs on this node, in points, where it is measured
 */
public record Sample(long sequence, Metrics metrics, SortedMap<String, String> unknown, OptionalDouble roleLoad) {
    /** The name under which it is said why the role load is not known. */
    public static final String ROLE_LOAD = "role_load";

    /** The same for a node without the role: what its service uses now is not what the role costs. */
    Sample withoutRoleLoad() {
        SortedMap<String, String> others = new TreeMap<>(unknown);
        others.remove(ROLE_LOAD);
        return new Sample(sequence, metrics, others, OptionalDouble.empty());
    }
}
