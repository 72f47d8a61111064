package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import org.jspecify.annotations.Nullable;

/**
 * What a node is told with an answer, again and again until it has done it.
 *
 * @param what what it is to do
 * @param id number of the change for prepare and cleanup, the token for promote and demote, 0 for nothing
 * @param reason why the change is made, in capital letters, or null where there is none
 * @param from the primary before, or null
 * @param to the primary after, or null
 */
public record StepOrder(
        Directive what,
        long id,
        @Nullable String reason,
        @Nullable NodeId from,
        @Nullable NodeId to) {}
