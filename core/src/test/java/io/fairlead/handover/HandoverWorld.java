package io.fairlead.handover;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A group in virtual time, with a manager that crashes, nodes that stop and clocks that differ in speed, and messages that
 * are late, lost and doubled. It knows the true time and counts who holds a valid lease.
 */
final class HandoverWorld {

    /** Something that is done wrong, to see that it is found. */
    enum Planted {
        NOTHING,
        /** The manager waits for the lease alone, without the allowance. */
        NO_ALLOWANCE,
        /** Whoever says that it is primary gets its lease renewed. */
        RENEWAL_AFTER_COMMIT,
        /** A primary that has to stop is followed before it has stopped. */
        FORCED_AS_OVERLAP,
        /** A node takes up a role under a token that is not above those it knows. */
        OLD_TOKEN_TAKEN,
        /** A manager that begins again knows nothing of the last leases that it renewed, and does not wait for them. */
        LAST_RENEWALS_FORGOTTEN
    }

    private static final int STEP = 20;
    private static final Timing TIMING = Timing.safe();
    private static final long LEASE = TIMING.lease().toMillis();

    private final SplittableRandom random;
    private final HandoverMode mode;
    private final Planted planted;
    private final Handover handover;
    private final double managerRate;

    /** Whether all is done as fast and clocks differ as much as can be: what depends on the allowance shows only then. */
    private final boolean nimble;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private final Map<NodeId, Long> grantedAt = new TreeMap<>();
    private final Map<NodeId, Long> heardAt = new TreeMap<>();
    private final Map<NodeId, Integer> lives = new TreeMap<>();
    private HandoverState state = HandoverState.initial();
    private BiConsumer<HandoverState, HandoverEvent> trace = (before, event) -> {};
    private boolean faults = true;
    private long now;
    private long managerDownUntil;
    private long answerOfTheStoreAt;
    private @Nullable Pair overlap;
    private long overlapEnds;
    private @Nullable String violation;
    private int changes;
    private int drills;

    private record Pair(NodeId from, NodeId to) {}

    private record Message(
            long due,
            Node node,
            boolean toManager,
            Beat beat,
            @Nullable Answer answer) {}

    private record Beat(
            int life, boolean primary, long token, @Nullable Report report, double sent) {}

    private record Answer(Directive directive, long token, boolean renews) {}

    HandoverWorld(long seed, HandoverMode mode, Planted planted) {
        this.random = new SplittableRandom(seed);
        this.mode = mode;
        this.planted = planted;
        this.handover = new Handover(HandoverSettings.of(mode));
        this.nimble = random.nextBoolean();
        this.managerRate = rate();
        int size = 2 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(new NodeId("n" + i), rate()));
        }
    }

    /** Any two clocks differ by 5 % at most. */
    private double rate() {
        return nimble ? (random.nextBoolean() ? 0.976 : 1.024) : random.nextDouble(0.976, 1.024);
    }

    /** Lets time go by. */
    void run(Duration time, boolean withFaults) {
        faults = withFaults;
        for (long end = now + time.toMillis(); now < end && violation == null; now += STEP) {
            deliver();
            nodes.forEach(Node::live);
            if (now >= managerDownUntil) {
                manage();
            }
            check();
        }
    }

    /** Tells each step of the machine: the state before it, and what happened. */
    void traceTo(BiConsumer<HandoverState, HandoverEvent> listener) {
        trace = listener;
    }

    /** Its nodes. */
    List<NodeId> nodes() {
        return nodes.stream().map(node -> node.id).toList();
    }

    /** What went wrong first, or null. */
    @Nullable String violation() {
        return violation;
    }

    /** Times that a role was given. */
    int changes() {
        return changes;
    }

    /** Drills that were passed. */
    int drills() {
        return drills;
    }

    boolean isSteadyWithPrimary() {
        return state.isSteady() && nodes.stream().anyMatch(node -> node.id.equals(state.primary()) && node.isValid());
    }

    HandoverState state() {
        return state;
    }

    // ---- the network

    private void post(Node node, boolean toManager, Beat beat, @Nullable Answer answer) {
        int copies = faults && random.nextInt(20) == 0 ? random.nextInt(3) : 1;
        for (int i = 0; i < copies; i++) {
            // Where beats are frequent, a late one renews a lease in most silences, and hides what the allowance is
            // for.
            long delay = faults && random.nextInt(nimble ? 300 : 10) == 0
                    ? random.nextLong(3_000)
                    : random.nextLong(nimble ? 5 : 50);
            messages.add(new Message(now + delay, node, toManager, beat, answer));
        }
    }

    private void deliver() {
        // A message that is delivered may post others: those come at the end, and not before the next step.
        int known = messages.size();
        for (int i = 0; i < known; i++) {
            Message message = messages.get(i);
            if (message.due > now || (!message.toManager && message.node.isStopped())) {
                messages.add(message);
            } else if (!message.toManager && message.answer != null) {
                message.node.answered(message.beat, message.answer);
            } else if (message.toManager && now >= managerDownUntil) {
                heard(message.node, message.beat);
            }
        }
        messages.subList(0, known).clear();
    }

    // ---- the manager

    private long managerClock() {
        return Math.round(now * managerRate);
    }

    private long silence() {
        return planted == Planted.NO_ALLOWANCE ? LEASE : TIMING.managerWait().toMillis();
    }

    private void heard(Node node, Beat beat) {
        long at = managerClock();
        Integer life = lives.get(node.id);
        boolean heldBack = life != null
                && life != beat.life
                && (beat.life < life || at - heardAt.getOrDefault(node.id, 0L) <= silence());
        if (heldBack) {
            return;
        }
        if (life != null && life != beat.life) {
            // Its process is another one, and what the one before held is over.
            on(new HandoverEvent.Lapsed(node.id, Duration.ofMillis(at)));
        }
        lives.put(node.id, beat.life);
        heardAt.put(node.id, at);
        if (beat.report != null) {
            on(new HandoverEvent.Reported(node.id, beat.token, beat.report, Duration.ofMillis(at)));
        }
        Directive directive = handover.directive(state, node.id);
        boolean wrongly = planted == Planted.RENEWAL_AFTER_COMMIT && beat.primary;
        boolean renews = beat.primary && handover.renews(state, node.id, beat.token, Duration.ofMillis(at));
        if (renews || (directive == Directive.PROMOTE && beat.token < state.token())) {
            grantedAt.put(node.id, at);
        }
        Answer answer = new Answer(directive, state.token(), renews);
        post(node, false, beat, wrongly ? new Answer(Directive.PROMOTE, beat.token, true) : answer);
    }

    private void manage() {
        long at = managerClock();
        if (faults && random.nextInt(6_000) == 0) {
            managerDownUntil = now + random.nextLong(12_000);
            // Its last answers may have renewed anything until it went down, and nobody could be heard meanwhile.
            boolean waits = planted != Planted.LAST_RENEWALS_FORGOTTEN;
            long back = waits ? Math.round((managerDownUntil + STEP) * managerRate) : at - 3_000;
            state.holdings().keySet().forEach(node -> grantedAt.put(node, back));
            nodes.forEach(node -> heardAt.put(node.id, back));
            // Troubles come together: what the manager must not forget shows where a primary hangs at that moment.
            if (random.nextInt(3) == 0) {
                nodes.stream().filter(Node::isValid).forEach(Node::hang);
            }
            return;
        }
        for (Node node : nodes) {
            boolean holds = state.holdings().containsKey(node.id);
            long last = holds ? grantedAt.getOrDefault(node.id, 0L) : heardAt.getOrDefault(node.id, 0L);
            boolean concerns = holds || node.id.equals(state.course().to());
            if (concerns && at - last > silence()) {
                on(new HandoverEvent.Lapsed(node.id, Duration.ofMillis(at)));
            }
        }
        store(at);
        want(at);
        on(new HandoverEvent.Looked(Duration.ofMillis(at)));
    }

    private void store(long at) {
        if (state.course().step() != HandoverStep.COMMITTING) {
            answerOfTheStoreAt = 0;
        } else if (answerOfTheStoreAt == 0) {
            answerOfTheStoreAt = now + random.nextLong(faults && !nimble ? 2_000 : 20);
        } else if (now >= answerOfTheStoreAt) {
            answerOfTheStoreAt = 0;
            if (faults && random.nextInt(10) == 0) {
                on(new HandoverEvent.NotCommitted(Duration.ofMillis(at)));
                return;
            }
            HandoverState.Course course = state.course();
            if (course.kind() == HandoverKind.DRILL) {
                violation = "at " + now + " ms a drill gives the role away: " + state;
            }
            on(new HandoverEvent.Committed(state.token() + 1, Duration.ofMillis(at)));
            if (course.to() != null) {
                changes++;
                grantedAt.put(course.to(), at);
                boolean planned = mode == HandoverMode.OVERLAP && course.kind() == HandoverKind.PLANNED && !asForced;
                overlap = planned && course.from() != null ? new Pair(course.from(), course.to()) : null;
                overlapEnds = now + TIMING.managerWait().toMillis();
            }
        }
    }

    private boolean asForced;

    private void want(long at) {
        Duration time = Duration.ofMillis(at);
        List<Node> candidates = nodes.stream()
                .filter(node -> lives.containsKey(node.id) && at - heardAt.getOrDefault(node.id, 0L) < 2_500)
                .toList();
        boolean drills = state.course().kind() == HandoverKind.DRILL && state.primary() == null;
        boolean free = state.isSteady() || drills || state.course().step() == HandoverStep.CLEANING;
        // A manager that has just begun has heard nobody and promotes nobody for a whole wait.
        if (candidates.isEmpty() || !free || at < silence()) {
            return;
        }
        NodeId to = candidates.get(random.nextInt(candidates.size())).id;
        if (state.primary() == null) {
            on(new HandoverEvent.Wanted(HandoverKind.FAILOVER, to, time));
        } else if (faults && random.nextInt(400) == 0) {
            asForced = false;
            on(new HandoverEvent.Wanted(HandoverKind.PLANNED, to, time));
        } else if (faults && random.nextInt(1_000) == 0) {
            on(new HandoverEvent.Wanted(HandoverKind.DRILL, to, time));
        } else if (faults && random.nextInt(2_000) == 0) {
            asForced = true;
            boolean wrong = planted == Planted.FORCED_AS_OVERLAP;
            on(new HandoverEvent.Wanted(wrong ? HandoverKind.PLANNED : HandoverKind.FORCED, to, time));
        }
    }

    private void on(HandoverEvent event) {
        trace.accept(state, event);
        Handover.Progress progress = handover.on(state, event);
        state = progress.next();
        progress.news().stream()
                .filter(news -> news.what() == HandoverNews.What.DRILL_PASSED)
                .forEach(news -> drills++);
    }

    // ---- the judge

    private void check() {
        List<Node> valid = nodes.stream().filter(Node::isValid).toList();
        Pair pair = overlap;
        // The old lease was granted before the commit, and nothing lengthens it after that.
        boolean planned = pair != null
                && now < overlapEnds
                && valid.stream().allMatch(node -> node.id.equals(pair.from) || node.id.equals(pair.to));
        if (valid.size() > 1 && !planned) {
            violation = "at " + now + " ms "
                    + valid.stream().map(node -> node.id + "/" + node.held).toList()
                    + " hold a lease each; the state is " + state;
        }
    }

    /** An agent, told in a few lines: a second opinion on the rules, not the agent's own code. */
    private final class Node {

        final NodeId id;
        private final double rate;
        private int life;
        private long stoppedUntil;
        private long deadUntil;
        private long highest;
        private long held;
        private boolean holding;
        private double until;
        private double nextBeat;
        private Directive doing = Directive.NONE;
        private long doneAt;
        private long about;
        private @Nullable Report report;

        Node(NodeId id, double rate) {
            this.id = id;
            this.rate = rate;
        }

        private double clock() {
            return now * rate;
        }

        boolean isStopped() {
            return now < stoppedUntil || now < deadUntil;
        }

        boolean isValid() {
            return holding && clock() < until && now >= deadUntil;
        }

        void live() {
            if (isStopped()) {
                return;
            }
            if (faults && random.nextInt(4_000) == 0) {
                hang();
                return;
            }
            if (faults && random.nextInt(8_000) == 0) {
                die();
                return;
            }
            if (holding && clock() >= until - TIMING.fenceLead().toMillis()) {
                layDown();
            }
            if (doing != Directive.NONE && now >= doneAt) {
                done();
            }
            if (clock() >= nextBeat) {
                nextBeat = clock() + (nimble ? STEP : TIMING.heartbeat().toMillis());
                long token = report == Report.STOPPED || report == Report.STOP_FAILED ? about : held;
                post(this, true, new Beat(life, holding, token, report, clock()), null);
            }
        }

        void hang() {
            stoppedUntil = now + random.nextLong(12_000);
        }

        private void die() {
            deadUntil = now + 100 + random.nextLong(9_000);
            life++;
            holding = false;
            held = 0;
            until = 0;
            doing = Directive.NONE;
            report = null;
        }

        private void layDown() {
            holding = false;
            begin(Directive.DEMOTE);
            about = held;
        }

        private void begin(Directive directive) {
            doing = directive;
            doneAt = now + (nimble ? 0 : random.nextLong(faults ? 1_500 : 50));
            report = null;
        }

        private void done() {
            boolean fails = faults && random.nextInt(12) == 0;
            report = switch (doing) {
                case PREPARE -> fails ? Report.PREPARE_FAILED : Report.PREPARED;
                case PROMOTE -> fails ? Report.PROMOTE_FAILED : Report.PROMOTED;
                case DEMOTE -> fails ? Report.STOP_FAILED : Report.STOPPED;
                case CLEANUP -> Report.CLEANED;
                case NONE -> null;
            };
            doing = Directive.NONE;
        }

        void answered(Beat beat, Answer answer) {
            if (beat.life != life) {
                return;
            }
            if (holding && clock() >= until - TIMING.fenceLead().toMillis()) {
                layDown();
            }
            double granted = beat.sent + LEASE;
            switch (answer.directive) {
                case PROMOTE -> promoted(answer, granted);
                case DEMOTE -> {
                    if (holding && answer.token >= held) {
                        layDown();
                    } else if (report == Report.STOPPED || report == Report.STOP_FAILED) {
                        // What was running has ended.
                        report = report == Report.STOPPED && random.nextBoolean() ? Report.DRAINED : report;
                    }
                }
                case PREPARE -> {
                    if (doing == Directive.NONE && report != Report.PREPARED && report != Report.PREPARE_FAILED) {
                        begin(Directive.PREPARE);
                    }
                }
                case CLEANUP -> {
                    if (doing == Directive.NONE && report != Report.CLEANED) {
                        begin(Directive.CLEANUP);
                    }
                }
                case NONE -> {
                    if (!holding && doing == Directive.NONE) {
                        report = null;
                    }
                }
            }
        }

        private void promoted(Answer answer, double granted) {
            if (holding && answer.token == held) {
                if (answer.renews) {
                    until = Math.max(until, granted);
                }
                return;
            }
            boolean newer = planted == Planted.OLD_TOKEN_TAKEN ? answer.token >= held : answer.token > highest;
            if (newer && granted > clock()) {
                highest = answer.token;
                held = answer.token;
                holding = true;
                until = granted;
                begin(Directive.PROMOTE);
            }
        }
    }
}
