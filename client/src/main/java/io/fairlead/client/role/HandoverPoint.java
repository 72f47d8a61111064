package io.fairlead.client.role;

import io.fairlead.handover.HandoverLevel;

/**
 * How far a node is, with what.
 *
 * @param id the number of the change for a prepare and a cleanup, else the token that is gained or laid down; 0 for nothing
 * @param level how far
 */
public record HandoverPoint(long id, HandoverLevel level) {
    static final HandoverPoint IDLE = new HandoverPoint(0, HandoverLevel.IDLE);
}
