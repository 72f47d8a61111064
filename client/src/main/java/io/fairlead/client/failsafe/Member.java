package io.fairlead.client.failsafe;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.util.regex.Pattern;

/**
 * One process that speaks for a node.
 *
 * @param incarnation the random name of this start of it, 1 to 128 characters of {@code [A-Za-z0-9._-]}
 */
public record Member(GroupId group, NodeId node, String incarnation) {
    private static final Pattern INCARNATION = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    /** Refuses what cannot be the name of a start. */
    public Member {
        if (!INCARNATION.matcher(incarnation).matches()) {
            throw new IllegalArgumentException("incarnation is not 1 to 128 characters of [A-Za-z0-9._-]");
        }
    }
}
