package io.fairlead.client.role;

import io.fairlead.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the role of this node, compares it with the clock at every question, and orders the steps of each change. */
public final class RoleHolder {
    private static final Logger LOG = LoggerFactory.getLogger(RoleHolder.class);

    private final Identity self;
    private final NodeClock clock;
    private final NodeMemory memory;
    private final Orders steps;
    private final Consumer<RoleState> changed;
    private final Watched watched;
    private final LeaseMemory leases;
    private volatile RoleState state;
    private CompletableFuture<Boolean> laidDown = CompletableFuture.completedFuture(true);
    private boolean stopped;
    private boolean forgetful;
    private volatile Gate gate = BooleanSupplier::getAsBoolean;

    /** Takes orders for steps and has them done one at a time. */
    interface Orders {
        /** Orders a step; {@code ended} is told how it ended, from any thread, and again after each repetition. */
        void order(StepOrder order, BiConsumer<StepOrder, StepEnd> ended);
    }

    /**
     * Begins as a standby.
     *
     * @param changed is told of each change of what the heartbeats say, or of when the role ends
     */
    RoleHolder(Identity self, Tools tools, Consumer<RoleState> changed) {
        this.self = self;
        this.clock = tools.clock;
        this.memory = tools.memory;
        this.steps = tools.steps;
        this.watched = new Watched(tools.watch, self.node());
        this.changed = changed;
        this.state = RoleState.atStart(memory.token(), memory.lease(), clock.now());
        this.leases = new LeaseMemory(memory);
    }

    /** Lets something be done while this node is not bound, such as accepting a role; meanwhile no promise is given. */
    interface Gate {
        /** What {@code accept} said, or false where the node is bound; it is not called then. */
        boolean ifFree(BooleanSupplier accept);
    }

    /** From now on a role is accepted through this gate. */
    /** From now on it is another gate that promises are kept by, whose wait after the start has begun by now. */
    void gateBy(Gate other) {
        gate = other;
        // What the manager is told must not end before what the gate holds to.
        take(walk -> walk.startedAt(clock.now()));
    }

    /** What a holder works with. */
    record Tools(NodeClock clock, NodeMemory memory, Orders steps, RoleWatch watch) {}

    /** Whether this node is primary now. */
    public boolean isPrimary() {
        return state.isPrimary(clock.now());
    }

    /** How long this node stays primary without another answer, counted from now; zero for a standby. */
    public Duration primaryFor() {
        RoleState now = state;
        Moment moment = clock.now();
        return now.isPrimary(moment) ? Duration.ofNanos(moment.nanosUntil(now.heldUntil())) : Duration.ZERO;
    }

    /** The role now. */
    public Role role() {
        return isPrimary() ? Role.PRIMARY : Role.STANDBY;
    }

    /** The highest fencing token that this node knows, 0 for none; of a primary the one that it works under. */
    public long token() {
        return state.token();
    }

    /** Who is primary as far as this node was told, empty text for nobody. */
    public String primary() {
        return state.primary().map(NodeId::value).orElse("");
    }

    /** How far it is with what it was told. */
    public HandoverPoint handover() {
        return state.report().newest();
    }

    RoleState state() {
        return state;
    }

    /** Orders the demote of the start, whatever this node was before; answers whether it succeeded. */
    synchronized CompletableFuture<Boolean> begin() {
        walk(RoleWalk::begun);
        return laidDown;
    }

    /**
     * Takes an answer to a heartbeat that was sent at {@code sent} and said {@code said} of the handover. A token is kept in
     * mind before the role is taken that it gives; where it takes one away, that waits for no disk.
     */
    void answered(HeartbeatAnswer answer, Moment sent, HandoverPoint said) {
        boolean gives = answer.told(state.role(), state.token()).what() == io.fairlead.handover.Directive.PROMOTE
                && answer.token() > state.token();
        if (gives && !remembered(answer.token())) {
            take(walk -> walk.refused(answer.token()));
            return;
        }
        if (gives && answer.steps().isPresent()) {
            accept(answer, sent, said);
            return;
        }
        take(walk -> walk.answered(answer, sent, said));
        if (!gives) {
            remembered(state.token());
        }
        RoleState now = state;
        now.terms().timing().ifPresent(timing -> leases.told(timing.lease(), then -> isFree(now) && gate.ifFree(then)));
    }

    private boolean isFree(RoleState now) {
        return now.bond().left(clock.now(), now.terms()).isZero();
    }

    /** Keeps a lease in mind before it is promised under; throws {@link IOException} where that is not possible. */
    void promising(Duration lease) throws IOException {
        leases.promising(lease);
    }

    private void accept(HeartbeatAnswer answer, Moment sent, HandoverPoint said) {
        boolean free = gate.ifFree(() -> {
            take(walk -> walk.answered(answer, sent, said));
            return true;
        });
        if (!free) {
            LOG.warn(
                    "a role under token {} is refused: this node has promised to take none, or has just started",
                    answer.token());
            take(walk -> walk.refused(answer.token()));
        }
    }

    /** Lays the role down where the time granted is over. */
    void look() {
        walk(walk -> walk);
    }

    /** Nanoseconds until {@link #look} has something to do; the longest time there is if it never has. */
    long nanosToLook() {
        RoleState now = state;
        return now.role() == Role.PRIMARY || now.drainsUnderLease()
                ? clock.now().nanosUntil(now.heldUntil())
                : Long.MAX_VALUE;
    }

    /** Takes in something that a node that stops does not take in any more. */
    void take(UnaryOperator<RoleWalk> event) {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        walk(event);
    }

    /**
     * Lays the role down for good; answers whether the newest demote, the one of this stop or one before it, succeeded, of a
     * single writer once nothing runs any more.
     */
    synchronized CompletableFuture<Boolean> stop() {
        stopped = true;
        walk(RoleWalk::stopping);
        return laidDown;
    }

    private void ended(StepOrder order, StepEnd end) {
        boolean drained = order.step() == RoleStep.DRAIN && state.drainsUnderLease();
        walk(walk -> walk.ended(order, end));
        if (drained || order.step().mustSucceed()) {
            settle(order, end);
        }
    }

    /** What a single writer's demote left running belongs to the role until it has ended, too. */
    private synchronized void settle(StepOrder order, StepEnd end) {
        boolean failed = end.failed() && order.step().mustSucceed();
        boolean goesOn = state.endsARole() && !failed;
        if (!end.isCut() && !goesOn && !laidDown.complete(!failed)) {
            laidDown.obtrudeValue(!failed);
        }
    }

    private synchronized void walk(UnaryOperator<RoleWalk> event) {
        RoleState before = state;
        Moment now = clock.now();
        RoleState.Step step =
                event.apply(RoleWalk.from(before, self.node(), now)).done();
        state = step.next();
        watched.walked(before, step, now);
        for (StepOrder order : step.orders()) {
            if (order.step() == RoleStep.DEMOTE) {
                laidDown = new CompletableFuture<>();
            }
            tell(order);
            steps.order(order, this::ended);
        }
        if (!before.equals(state)) {
            changed.accept(before);
        }
    }

    /** A token that outlives this process; false where the disk does not take it. */
    private boolean remembered(long token) {
        try {
            if (token > 0) {
                memory.remember(token);
            }
            forgetful = false;
            return true;
        } catch (IOException e) {
            if (!forgetful) {
                LOG.error("token {} cannot be kept, so this node takes no role: {}", token, e.getMessage());
            }
            forgetful = true;
            return false;
        }
    }

    private void tell(StepOrder order) {
        if (order.step() != RoleStep.PROMOTE && order.step() != RoleStep.DEMOTE) {
            return;
        }
        boolean gained = order.step() == RoleStep.PROMOTE;
        RoleChange change = order.change();
        LOG.info(
                "group {}: {} is {}, because {}{}, token {}{}",
                self.group(),
                self.node(),
                (gained ? Role.PRIMARY : Role.STANDBY).word(),
                change.reason(),
                change.cause().isEmpty() ? "" : " (" + change.cause() + ")",
                change.token(),
                gained ? other(", before it was ", change.from()) : other(", primary is now ", change.to()));
    }

    private static String other(String words, String node) {
        return node.isEmpty() ? "" : words + node;
    }
}
