/**
 * A node's part in its group, for a program that is a node itself: heartbeats, the role with its lease, what a node must not
 * forget, and the steps of a change of primary.
 *
 * <p>{@link io.fairlead.client.role.RoleParticipant} is the way in; {@link io.fairlead.client.role.RoleCallbacks} is what the
 * program does at each step. The agent is the same with executables for the steps.
 */
@NullMarked
package io.fairlead.client.role;

import org.jspecify.annotations.NullMarked;
