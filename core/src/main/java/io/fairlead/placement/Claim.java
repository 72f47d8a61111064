package io.fairlead.placement;

import io.fairlead.FencingToken;

/**
 * The remembered home of a room.
 *
 * @param owner the process that the room lives in
 * @param epoch fencing token of the room: of two claims of one room the later has the larger; 0 to 2^52
 */
public record Claim(Owner owner, long epoch) {

    /** Checks the range of the epoch. */
    public Claim {
        FencingToken.check("epoch", epoch);
    }
}
