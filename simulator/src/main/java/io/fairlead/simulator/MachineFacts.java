package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.time.Duration;

/**
 * What is true of one machine in one round, whatever its sensor says.
 *
 * @param id the node's id
 * @param up whether it works and can be reached
 * @param load its load in points
 * @param loadAsPrimary its load in points if it had the role and had settled
 * @param upSince when its present process began
 */
public record MachineFacts(NodeId id, boolean up, double load, double loadAsPrimary, Duration upSince) {}
