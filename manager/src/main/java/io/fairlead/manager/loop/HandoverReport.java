package io.fairlead.manager.loop;

import io.fairlead.handover.HandoverLevel;

/**
 * How far a node is with what it was told, as each of its heartbeats says until there is something newer.
 *
 * @param id what it speaks of: the number of a change, or the token of a role; 0 with {@link HandoverLevel#IDLE}
 * @param level how far it is
 */
public record HandoverReport(long id, HandoverLevel level) {}
