package io.fairlead.client.role;

import io.fairlead.client.failsafe.GroupSecret;
import java.net.InetSocketAddress;

/**
 * How a node takes part in failsafe, by which a primary keeps its role while no manager answers.
 *
 * @param listen where this node is asked for promises; port 0 takes any free one
 * @param address {@code HOST:PORT} under which the other nodes reach that, as the manager tells them
 * @param secret what all nodes of the group share
 */
public record FailsafeSettings(InetSocketAddress listen, String address, GroupSecret secret) {}
