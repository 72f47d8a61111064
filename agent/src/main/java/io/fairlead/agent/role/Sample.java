package io.fairlead.agent.role;

import io.fairlead.load.Metrics;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * One reading of this machine on its way to the manager.
 *
 * @param sequence its number, growing without end within one incarnation, so that a repeated one is recognised
 * @param metrics what is known
 * @param unknown why the rest is not known
 * @param roleLoad what the service of the role costs on this node, in points, where it is measured
 */
public record Sample(long sequence, Metrics metrics, SortedMap<String, String> unknown, OptionalDouble roleLoad) {}
