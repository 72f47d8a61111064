package io.fairlead.client.role;

import java.time.Duration;

/**
 * What a step of a change of primary is told.
 *
 * @param token the fencing token under which the role is gained, or that of the role that is laid down; for a prepare and a
 *     cleanup the highest one known
 * @param reason why, as the node sees it
 * @param cause why, as the manager says it, such as {@code PREFERENCE}; empty where it does not say
 * @param from the node that was primary before, empty where that is not known
 * @param to the node that is primary from now on, empty where that is not known
 * @param limit how long the step may take
 * @param exclusive whether nobody else may work until the step is done, so that it has no grace after its limit
 */
public record RoleChange(
        long token, RoleReason reason, String cause, String from, String to, Duration limit, boolean exclusive) {

    RoleChange because(RoleReason other) {
        return new RoleChange(token, other, cause, from, to, limit, exclusive);
    }

    RoleChange within(Duration other) {
        return new RoleChange(token, reason, cause, from, to, other, exclusive);
    }
}
