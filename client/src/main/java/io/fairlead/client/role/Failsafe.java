package io.fairlead.client.role;

import io.fairlead.NodeId;
import io.fairlead.client.failsafe.Ask;
import io.fairlead.client.failsafe.Member;
import io.fairlead.client.failsafe.Peer;
import io.fairlead.client.failsafe.PeerAsks;
import io.fairlead.client.failsafe.PeerPort;
import io.fairlead.client.failsafe.PeerView;
import io.fairlead.client.failsafe.PromiseBook;
import io.fairlead.handover.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's part in failsafe: it promises to others, and as a primary without an answer it asks for their promises. */
final class Failsafe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Failsafe.class);

    private final Member self;
    private final RoleHolder role;
    private final NodeClock clock;
    private final Supplier<Optional<MemberList>> members;
    private final PromiseBook book;
    private final PeerPort port;
    private final PeerAsks asks;
    private final AtomicBoolean byPromises = new AtomicBoolean();
    private volatile boolean promised;
    private @Nullable Moment lastAsk;

    /**
     * Answers from now on. Throws {@link IOException} with one line where the address cannot be had.
     *
     * @param members the list that a manager has heard this node acknowledge
     */
    Failsafe(FailsafeSettings settings, Member self, Node node, Supplier<Optional<MemberList>> members)
            throws IOException {
        this.self = self;
        this.role = node.role;
        this.clock = node.clock;
        this.members = members;
        this.book = new PromiseBook(
                self, new OwnRole(node), System::nanoTime, Timing.safe().lease());
        this.asks = new PeerAsks(settings.secret());
        this.port = PeerPort.open(settings.listen(), self, settings.secret(), book);
        LOG.info("failsafe active: other nodes ask this one on port {}", port.port());
        role.gateBy(book::ifFree);
    }

    /** What this node is made of, as far as a promise depends on it. */
    record Node(RoleHolder role, NodeMemory memory, NodeClock clock) {}

    /** The port that was taken. */
    int port() {
        return port.port();
    }

    /** How the group works, as its manager told it. */
    void told(RoleTerms terms) {
        promised = false;
        if (byPromises.getAndSet(false)) {
            LOG.info("failsafe: a manager answers again");
        }
        terms.timing().ifPresent(timing -> book.lease(timing.lease()));
    }

    /** Nanoseconds until {@link #ask} has something to do; the longest time there is if it has not. */
    synchronized long nanosToAsk() {
        RoleState state = role.state();
        if (state.role() != Role.PRIMARY || state.terms().timing().isEmpty()) {
            return Long.MAX_VALUE;
        }
        Timing timing = state.terms().timing().get();
        Moment now = clock.now();
        Moment last = lastAsk;
        long again = last == null ? 0 : now.nanosUntil(last.plus(timing.heartbeat()));
        return Math.max(again, now.nanosUntil(beginning(state, timing)));
    }

    private static Moment beginning(RoleState state, Timing timing) {
        return state.heldUntil().plus(timing.failsafeAfter().minus(timing.fenceAfter()));
    }

    /** Asks every other member, where this node is a primary that has waited long enough for an answer. */
    void ask() {
        RoleState state = role.state();
        Optional<Timing> timing = state.terms().timing();
        Moment asked = clock.now();
        if (timing.isEmpty() || !state.isPrimary(asked) || asked.isSurelyBefore(beginning(state, timing.get()))) {
            return;
        }
        synchronized (this) {
            lastAsk = asked;
        }
        Duration time = timing.get().failsafeAskTime();
        Ask ask = new Ask(self, state.token(), timing.get().lease());
        var unused = asks.all(peers(), ask, time)
                .thenAccept(all -> {
                    if (all) {
                        role.take(walk -> walk.allPromised(asked, state.token()));
                    }
                    tell(all);
                })
                .whenComplete((done, bug) -> {
                    if (bug != null) {
                        LOG.error("failsafe: the promises came to nothing because of a bug in this node", bug);
                    }
                });
    }

    /** A role that all have promised once is held by that until it ends, whoever is silent now, or a manager answers. */
    FailsafeState state() {
        return promised && role.isPrimary() ? FailsafeState.HOLDING : FailsafeState.ON;
    }

    /** One line when it begins and one when it is in danger, however often it is asked. */
    private void tell(boolean all) {
        promised |= all && role.isPrimary();
        if (all && role.isPrimary() && !byPromises.getAndSet(true)) {
            LOG.info(
                    "failsafe: no manager answers; this node stays primary, since every other node promises to take no role");
        } else if (!all && byPromises.getAndSet(false)) {
            LOG.warn(
                    "failsafe: not every other node promises any more; the role ends unless one or a manager answers soon");
        }
    }

    private List<Peer> peers() {
        List<Peer> peers = new ArrayList<>();
        members.get()
                .ifPresent(list -> list.addresses().forEach((node, address) -> peers.add(new Peer(node, address))));
        return peers;
    }

    @Override
    public void close() {
        port.close();
        asks.close();
    }

    /** The role of this node as its promises depend on it. */
    private record OwnRole(Node node) implements PeerView {
        @Override
        public long highestToken() {
            return node.role.token();
        }

        @Override
        public boolean hasAcceptedPromote() {
            return node.role.state().mayWork(node.clock.now());
        }

        /** The role is laid down before the disk is waited for. */
        @Override
        public void higherToken(long token) throws IOException {
            node.role.take(walk -> walk.heardOf(token));
            node.memory.remember(token);
        }

        @Override
        public Duration leaseBefore() {
            return node.memory.lease();
        }

        @Override
        public void promising(Duration lease) throws IOException {
            node.role.promising(lease);
        }

        @Override
        public void promised(NodeId to, Duration forHowLong) {
            Moment now = node.clock.now();
            if (node.role.state().bond().promise(now).isEmpty()) {
                LOG.info("failsafe: promised {} to take no role, since no manager answers that primary", to);
            }
            Moment until = now.plus(forHowLong);
            node.role.take(walk -> walk.promised(new Bond.Promise(to, until)));
        }
    }
}
