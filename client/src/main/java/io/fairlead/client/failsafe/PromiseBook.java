package io.fairlead.client.failsafe;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one node has promised, and the rules by which it promises.
 *
 * <p>A promise lasts for the asker's lease and the allowance, counted from the answer on this node's clock. The asker keeps
 * its role for one lease, counted from before it asked. So the role ends first, even when the clocks differ in speed by 5 %.
 * For the same time after its own start a node accepts no promotion either: it may have promised before it ended.
 *
 * <p>The clock must not run while the machine sleeps or may run on, both are safe: a promise that lasts too long only delays
 * a promotion. The lock of this object comes before those of the node: {@link #ifFree} must not be called with a lock that a
 * {@link PeerView} takes.
 */
public final class PromiseBook {
    private final Member self;
    private final PeerView node;
    private final LongSupplier nanos;
    private final long start;
    private final Duration waitBefore;
    private Duration startWait;
    private @Nullable Given given;

    /** A promise that may be over. */
    private record Given(Member to, long until) {}

    /**
     * A book with nothing in it; the wait after the start begins now.
     *
     * @param nanos a monotonic clock, such as {@link System#nanoTime}
     * @param lease how long a role lasts in this group, as far as the node knows; see {@link #lease}
     */
    public PromiseBook(Member self, PeerView node, LongSupplier nanos, Duration lease) {
        this.self = self;
        this.node = node;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        Duration before = node.leaseBefore();
        this.waitBefore = before.isZero() ? Duration.ZERO : span(before);
        lease(lease);
    }

    /**
     * How long a role lasts in this group, as a manager told it: the wait after the start follows it, also a past one, and is
     * never shorter than what the process before this one may have promised.
     */
    public final synchronized void lease(Duration lease) {
        Duration told = span(lease);
        startWait = told.compareTo(waitBefore) > 0 ? told : waitBefore;
    }

    /** Answers to a primary. When this returns {@link Promise#GRANTED}, the promise is in force. */
    public synchronized Promise answer(Ask ask, NodeId asked) {
        Optional<Promise> refusal = refusal(ask, asked);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Duration length = span(ask.lease());
        try {
            node.promising(ask.lease());
        } catch (IOException e) {
            return Promise.NOT_KEPT;
        }
        long until = nanos.getAsLong() + length.toNanos();
        Given before = running();
        // Should a later ask be for a shorter lease, the longer one that was promised before still counts.
        given = new Given(ask.from(), before != null && before.until() - until > 0 ? before.until() : until);
        node.promised(ask.from().node(), length);
        return Promise.GRANTED;
    }

    /**
     * Accepts a promotion, unless this node is bound; between the look and the acceptance no promise can be given.
     *
     * @param accept does what makes {@link PeerView#hasAcceptedPromote} true, and tells whether it did
     * @return whether the promotion was accepted
     */
    public synchronized boolean ifFree(BooleanSupplier accept) {
        return bound().isEmpty() && accept.getAsBoolean();
    }

    /** Whether and for how long still this node accepts no promotion; empty when it is free. */
    public synchronized Optional<Bound> bound() {
        long now = nanos.getAsLong();
        long ofStart = start + startWait.toNanos() - now;
        Given promise = running();
        long ofPromise = promise == null ? 0 : promise.until() - now;
        if (ofStart <= 0 && ofPromise <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Bound(
                ofPromise >= ofStart ? Bound.By.PROMISE : Bound.By.START,
                Duration.ofNanos(Math.max(ofStart, ofPromise)),
                Optional.ofNullable(promise).map(p -> p.to().node())));
    }

    private Optional<Promise> refusal(Ask ask, NodeId asked) {
        if (!asked.equals(self.node())) {
            return Optional.of(Promise.OTHER_NODE);
        }
        if (!ask.from().group().equals(self.group()) || ask.from().node().equals(self.node())) {
            return Optional.of(Promise.OTHER_GROUP);
        }
        if (ask.token() < node.highestToken()) {
            return Optional.of(Promise.HIGHER_TOKEN);
        }
        if (ask.token() > node.highestToken()) {
            try {
                node.higherToken(ask.token());
            } catch (IOException e) {
                return Optional.of(Promise.NOT_KEPT);
            }
        }
        if (node.hasAcceptedPromote()) {
            return Optional.of(Promise.HAS_ROLE);
        }
        Given running = running();
        boolean another = running != null && !running.to().equals(ask.from());
        return another ? Optional.of(Promise.BOUND_TO_ANOTHER) : Optional.empty();
    }

    private @Nullable Given running() {
        Given last = given;
        return last != null && last.until() - nanos.getAsLong() > 0 ? last : null;
    }

    private static Duration span(Duration lease) {
        return Timing.of(lease).managerWait();
    }
}
