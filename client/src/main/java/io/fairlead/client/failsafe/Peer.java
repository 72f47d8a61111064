package io.fairlead.client.failsafe;

import io.fairlead.NodeId;

/**
 * A node of the group and where it is asked.
 *
 * @param address {@code host:port}; empty for a node that takes no part, which counts as silent
 */
public record Peer(NodeId node, String address) {}
