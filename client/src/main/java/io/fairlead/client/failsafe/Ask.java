package io.fairlead.client.failsafe;

import io.fairlead.FencingToken;
import io.fairlead.handover.Timing;
import java.time.Duration;

/**
 * What a primary wants of every other node: that it accept no promotion for one lease and the allowance.
 *
 * @param from the primary
 * @param token the token under which it has the role
 * @param lease for how long it keeps the role if all promise, counted from before it asked; whole milliseconds, 100 ms to 1 h
 */
public record Ask(Member from, long token, Duration lease) {
    /** Refuses a token or a lease that is none. */
    public Ask {
        if (token < 1) {
            throw new IllegalArgumentException("token is " + token + ": use 1 to " + FencingToken.MAX);
        }
        FencingToken.check("token", token);
        lease = Timing.of(Duration.ofMillis(lease.toMillis())).lease();
    }
}
