package io.fairlead.client.role;

import io.fairlead.GroupId;
import io.fairlead.NodeId;

/** Which node of which group this agent speaks for. */
public record Identity(GroupId group, NodeId node) {}
