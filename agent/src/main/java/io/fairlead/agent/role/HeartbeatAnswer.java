package io.fairlead.agent.role;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Optional;

/**
 * What the manager says to a heartbeat.
 *
 * @param role what this node is from now on
 * @param token the group's newest fencing token
 * @param hold for how long a primary keeps its role, counted from the send of the heartbeat that is answered
 * @param primary who is primary, if anybody is
 * @param round length of a round of the group, which wants a sample of each node; empty where the manager does not say
 */
record HeartbeatAnswer(Role role, long token, Duration hold, Optional<NodeId> primary, Optional<Duration> round) {}
