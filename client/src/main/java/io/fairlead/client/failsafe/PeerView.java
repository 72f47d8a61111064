package io.fairlead.client.failsafe;

import io.fairlead.NodeId;
import java.io.IOException;
import java.time.Duration;

/** A node's own role, as its promises depend on it. Called with the lock of {@link PromiseBook}; must not wait for long. */
public interface PeerView {

    /** The highest token that it has accepted or learned, 0 for none. */
    long highestToken();

    /**
     * Whether it has accepted a promotion and may still work for the role: true until its demote hook has succeeded or its
     * lease is over, and not only until it has begun to lay the role down.
     */
    boolean hasAcceptedPromote();

    /**
     * It was asked by a primary with a token higher than {@link #highestToken}: the token is remembered, and whatever role
     * it has is being laid down when this returns. The demote hook need not have ended. Throws {@link IOException} where
     * the token cannot be remembered.
     */
    void higherToken(long token) throws IOException;

    /**
     * The longest lease under which the process before this one may have promised, zero where that is not known. Asked once,
     * at the start.
     */
    Duration leaseBefore();

    /**
     * It is about to promise under that lease: when this returns, its next process waits as long after its start. Throws
     * {@link IOException} where the lease cannot be remembered.
     */
    void promising(Duration lease) throws IOException;

    /** It has promised, so a prepare that it accepted is withdrawn. */
    void promised(NodeId to, Duration forHowLong);
}
