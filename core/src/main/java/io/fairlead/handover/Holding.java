package io.fairlead.handover;

import io.fairlead.FencingToken;

/**
 * A role that a node was given and may still hold.
 *
 * @param token the token that it was given under
 * @param unstopped whether what the node does to lay it down failed: its lease ends, its service may work on
 */
public record Holding(long token, boolean unstopped) {

    /** Checks the token. */
    public Holding {
        FencingToken.check("token", token);
    }
}
