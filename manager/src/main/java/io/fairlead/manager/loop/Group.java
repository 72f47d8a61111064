package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Orders;
import io.fairlead.primary.PrimarySelector;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One group: what its nodes say, what was decided, who is primary. Touched by the loop's thread only. */
final class Group {

    private static final Logger LOG = LoggerFactory.getLogger(Group.class);

    private final GroupSettings settings;
    private final Hold hold;
    private final Timeline timeline;
    private final Memory memory;
    private final Roster roster;
    private final Remembered group;
    private final RoleClaims claims;

    private StartWait start;
    private Duration earlierGrantsEnd = Duration.ZERO;
    private long failedRounds;
    private final SortedMap<String, Long> changes = new TreeMap<>();

    /** A group that is heard of for the first time. */
    Group(GroupId id, GroupSettings settings, DecisionLog log, Listening listening) {
        Duration now = listening.timeline().now();
        PrimarySelector selector = new PrimarySelector(
                settings.primary().withHeartbeatTimeout(listening.hold().failoverAfter()));
        this.settings = settings;
        this.hold = listening.hold();
        this.timeline = listening.timeline();
        this.memory = listening.memory();
        this.roster = new Roster(id, hold);
        this.group = new Remembered(roster, new Tenure(selector, log), sampleInterval(), now);
        this.claims = new RoleClaims(group, timeline, memory);
        this.start = new StartWait(now, hold.failoverAfter(), now.minus(listening.since()));
    }

    GroupId id() {
        return group.id;
    }

    Duration sampleInterval() {
        return settings.primary().sampleInterval();
    }

    DecisionLog log() {
        return group.tenure.log();
    }

    // ---- remember

    /** Goes on where an earlier process was. */
    void restore(GroupMemory.Past past, Duration now) {
        group.restore(past, now);
    }

    /**
     * Lets a fact of an earlier process happen once more.
     *
     * @return whether it came out as it did then
     */
    boolean replay(Fact.Past past, Duration now) {
        return group.replay(past, now);
    }

    /**
     * Ends the restoring: from now on the group lives.
     *
     * @return time until its next round
     */
    Duration live() {
        Duration now = timeline.now();
        earlierGrantsEnd = now.plus(group.granted());
        start = startAgain(now);
        group.primaryMayHaveBeenHeard(now, hold.failoverAfter());
        Duration untilNext = group.untilNextRound(now);
        forgetLoadsAfter(group.sinceRound(now));
        return untilNext;
    }

    private StartWait startAgain(Duration now) {
        boolean longer = group.granted().compareTo(hold.failoverAfter()) > 0;
        Duration wait = longer ? group.granted() : hold.failoverAfter();
        if (hadPrimary()) {
            return StartWait.restored(now, wait, group.tenure.token());
        }
        // Whoever was taken for the primary was not, and who is has yet to report; or nobody ever was, and an earlier
        // process that was still waiting for one had not heard enough to end the wait.
        Duration since = group.tenure.state().bootstrapped() ? now : now.minus(group.at(now));
        return new StartWait(since, wait, Duration.ZERO);
    }

    /** Remembers for how long a role may last before it is granted, and a shorter time once the longer ones are over. */
    private void rememberGrants(Duration at) {
        Duration wait = hold.failoverAfter();
        int more = wait.compareTo(group.granted());
        if (more > 0 || (more < 0 && at.compareTo(earlierGrantsEnd) >= 0)) {
            memory.commit(new Fact.Granted(group.id, wait));
            group.granted(wait);
        }
    }

    /** Whether somebody was primary since it is remembered. */
    boolean hadPrimary() {
        return group.tenure.token() > 0;
    }

    GroupMemory memory() {
        return group.memory(timeline.now());
    }

    // ---- observe

    /** Takes in a heartbeat that came in at a time, and says what the node is. */
    HeartbeatAnswer heartbeat(Heartbeat beat, String from, Duration at) {
        HeartbeatAnswer refused = roster.refusal(beat, from, at);
        if (refused != null) {
            return refused;
        }
        Member member = roster.take(beat, from, at);
        if (beat.clockMillis() != null) {
            member.compareClocks(
                    timeline.wallMillis() - timeline.now().minus(at).toMillis());
        }
        rememberGrants(at);
        claims.remember(member, at);
        if (claims.learn(member, start, at)) {
            look(at);
        }
        return answer(member);
    }

    /** Leaves a span out of everybody's silence in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        start.forgive(span);
        roster.forgive(span, now);
        forgetLoadsAfter(span);
    }

    /** What was measured a whole window ago says nothing any more. */
    private void forgetLoadsAfter(Duration silence) {
        Duration window =
                sampleInterval().multipliedBy(settings.primary().averaging().window());
        if (silence.compareTo(window) >= 0) {
            LOG.warn("group {}: nothing was measured for {} s; averages begin anew", group.id, silence.toSeconds());
            memory.write(new Fact.Unmeasured(group.id));
            group.tenure.forgetLoads();
        }
    }

    // ---- order

    StandingOrders orders() {
        return group.orders();
    }

    /** Puts standing orders in force, if they could be written down. */
    boolean order(StandingOrders next, Act act) {
        boolean written = memory.commit(new Fact.Ordered(group.id, next, act));
        if (written) {
            group.ordered(next);
        }
        return written;
    }

    /** Takes a silent node off the list, with every order for it, if that could be written down. */
    boolean remove(NodeId node, Act act) {
        boolean written = memory.commit(new Fact.Removed(group.id, node, act));
        if (written) {
            group.removed(node);
        }
        return written;
    }

    /**
     * Who would be primary after a switchover, or null if nobody else can be.
     *
     * @param to the node that is asked for, or null for the best standby
     */
    @Nullable NodeId successor(@Nullable NodeId to, Duration now) {
        NodeId primary = group.primary();
        if (primary == null || !start.isOver(now)) {
            return null;
        }
        if (primary.equals(to)) {
            return primary;
        }
        Decision decision = group.tenure
                .evaluate(DecisionRecord.Moment.BETWEEN_ROUNDS, askedToSwitch(to, now))
                .decision();
        return decision.isSwitch() && decision.reason() == Reason.OPERATOR_REQUEST ? decision.to() : null;
    }

    private Observation askedToSwitch(@Nullable NodeId to, Duration now) {
        Observation seen = observation(now);
        return seen.with(seen.orders().withSwitchover(to));
    }

    /** Makes a node primary that can be, if the order could be written down. */
    boolean switchOver(NodeId to, Act act) {
        boolean written = memory.commit(new Fact.Ordered(group.id, orders(), act));
        if (written && !to.equals(group.primary())) {
            Duration now = timeline.now();
            Observation seen = askedToSwitch(to, now);
            DecisionRecord.Moment moment = DecisionRecord.Moment.BETWEEN_ROUNDS;
            act(seen, group.tenure.evaluate(moment, seen), moment, now);
        }
        return written;
    }

    // ---- evaluate, remember, act

    /** Evaluates one round. A bug in it ends this round of this group and nothing else. */
    void round(Duration now) {
        try {
            group.roundBegins(now);
            Observation seen = observation(now);
            roster.samplesCounted();
            act(seen, group.tenure.evaluate(DecisionRecord.Moment.ROUND, seen), DecisionRecord.Moment.ROUND, now);
            roster.forget(group.primary(), now);
        } catch (RuntimeException bug) {
            failedRounds++;
            LOG.error(
                    "group {}: round {} failed and was left out",
                    group.id,
                    group.tenure.state().round() + 1,
                    bug);
        }
    }

    /** Whether nobody, not even its last primary, has been heard for so long that the group can be forgotten. */
    boolean isForgotten(Duration now) {
        return roster.isForgotten(now);
    }

    /** Looks between two rounds whether the primary is gone, and replaces it if so. */
    void look(Duration now) {
        if (!start.isOver(now)) {
            return;
        }
        try {
            Observation seen = observation(now);
            Evaluation evaluation = group.tenure.evaluate(DecisionRecord.Moment.BETWEEN_ROUNDS, seen);
            if (DecisionRecord.isChange(evaluation.decision())) {
                act(seen, evaluation, DecisionRecord.Moment.BETWEEN_ROUNDS, now);
            }
        } catch (RuntimeException bug) {
            failedRounds++;
            LOG.error(
                    "group {}: the look after round {} failed",
                    group.id,
                    group.tenure.state().round(),
                    bug);
        }
    }

    private Held held(Duration now) {
        if (!start.isOver(now)) {
            return Held.START;
        }
        return orders().observe(settings) == Observe.OFF ? Held.NO : Held.OBSERVE;
    }

    private Observation observation(Duration now) {
        // Nobody is promoted while the manager finds out who is primary; what would be done is shown.
        Observe observe = start.isOver(now) ? orders().observe(settings) : Observe.ALL;
        return new Observation(
                group.at(now),
                roster.observe(now, orders().maintenance(settings)),
                Orders.none().with(observe).with(orders().pause()));
    }

    private void act(Observation seen, Evaluation evaluation, DecisionRecord.Moment moment, Duration now) {
        Decision decision = evaluation.decision();
        Fact.Decided fact = fact(seen, moment, held(now), evaluation);
        boolean written = DecisionRecord.isChange(decision) ? memory.commit(fact) : memory.write(fact);
        if (!written && decision.isSwitch() && decision.cause() == Cause.PREFERENCE) {
            // Nobody would know of it after a crash, and a change for comfort can wait. A failover cannot.
            Observation shown = seen.with(seen.orders().with(Observe.PREFERENCE));
            Evaluation only = group.tenure.evaluate(moment, shown);
            group.tenure.decided(fact(shown, moment, Held.JOURNAL, only), only, now);
            return;
        }
        DecisionRecord record = group.tenure.decided(fact, evaluation, now);
        if (record.isChange()) {
            Cause cause = decision.cause();
            changes.merge(cause == null ? "lost" : cause.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
            LOG.info("group {}: round {}: {} (token {})", group.id, record.round(), record.words(), record.token());
        }
    }

    private Fact.Decided fact(Observation seen, DecisionRecord.Moment moment, Held held, Evaluation evaluation) {
        long wall = timeline.wallMillis();
        Fact.Outcome outcome = new Fact.Outcome(
                evaluation.next().round(),
                evaluation.decision(),
                evaluation.decision().isSwitch() ? group.nextToken(wall) : group.tenure.token());
        return new Fact.Decided(group.id, moment, seen, wall, held, outcome);
    }

    // ---- show

    private HeartbeatAnswer answer(Member member) {
        Role role = group.tenure.isHeldBy(member) && !member.isGone() ? Role.PRIMARY : Role.STANDBY;
        return new HeartbeatAnswer.Accepted(
                group.id, role, group.tenure.token(), hold.hold(), group.primary(), sampleInterval());
    }

    GroupView view(Duration now) {
        Evaluation evaluation = group.tenure.lastRound();
        List<NodeView> nodes = new ArrayList<>();
        roster.members().forEach(member -> nodes.add(roster.view(member, group.tenure, now)));
        NodeView primary = nodes.stream()
                .filter(node -> node.role() == Role.PRIMARY)
                .findFirst()
                .orElse(null);
        return new GroupView(
                group.id,
                settings,
                group.orders(),
                hold,
                start.left(now),
                primary,
                group.tenure.token(),
                group.tenure.state().round(),
                failedRounds,
                changes,
                evaluation == null ? null : evaluation.roleLoad(),
                log().newest(),
                log().newestChange(),
                nodes);
    }
}
