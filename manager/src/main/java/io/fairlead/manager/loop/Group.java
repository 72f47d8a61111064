package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.Timing;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One group: what its nodes say, what was decided, who is primary. Touched by the loop's thread only. */
final class Group {

    private static final Logger LOG = LoggerFactory.getLogger(Group.class);

    /** What a round would find is looked for this often between two rounds. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final GroupSettings settings;
    private final Timing timing;
    private final Timeline timeline;
    private final Memory memory;
    private final Roster roster;
    private final Remembered group;
    private final Beholder beholder;
    private final Succession succession;
    private final RoleClaims claims;
    private final Membership membership;
    private final Answers answers;

    private Duration earlierGrantsEnd = Duration.ZERO;
    private Duration lookedAt = Duration.ZERO;
    private long failedRounds;

    /** A group that is heard of for the first time. */
    Group(GroupId id, GroupSettings settings, DecisionLog log, Listening listening) {
        Duration now = listening.timeline().now();
        Timing own = settings.timing();
        this.settings = settings;
        this.timing = own == null ? listening.timing() : own;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
        Duration wait = timing.managerWait();
        PrimarySelector selector = new PrimarySelector(settings.primary().withHeartbeatTimeout(wait));
        this.roster = new Roster(id, wait);
        this.group = new Remembered(roster, new Tenure(selector, log), new RoleChange(settings.handover()), now);
        this.beholder = new Beholder(group, settings, listening.silence(), new StartWait(now, wait));
        this.membership = new Membership(group, memory);
        this.succession = new Succession(beholder, membership, wait, listening);
        this.claims = new RoleClaims(group, succession, memory);
        this.answers = new Answers(group, settings, timing, listening);
    }

    GroupId id() {
        return group.id;
    }

    Duration sampleInterval() {
        return settings.primary().sampleInterval();
    }

    /** The silence after which one of its nodes counts as dead. */
    Duration deadAfter() {
        return roster.deadAfter();
    }

    /** What its nodes are told. */
    Answers answers() {
        return answers;
    }

    DecisionLog log() {
        return group.tenure.log();
    }

    /** Its nodes. */
    Collection<Member> members() {
        return roster.members();
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
        Duration wait = timing.managerWait();
        group.reconcile(now);
        group.change.resumed(group.at(now));
        earlierGrantsEnd = now.plus(group.granted());
        beholder.start(new StartWait(now, group.granted().compareTo(wait) > 0 ? group.granted() : wait));
        group.mayHaveBeenHeard(now, wait);
        Duration untilNext = group.untilNextRound(now);
        forgetLoadsAfter(group.sinceRound(now));
        return untilNext;
    }

    /** Remembers for how long a role may last before it is granted, and a shorter time once the longer ones are over. */
    private void rememberGrants(Duration at) {
        Duration wait = timing.managerWait();
        int more = wait.compareTo(group.granted());
        if (more > 0 || (more < 0 && at.compareTo(earlierGrantsEnd) >= 0)) {
            memory.commit(new Fact.Granted(group.id, wait));
            group.granted(wait);
        }
    }

    GroupMemory memory() {
        return group.memory(timeline.now());
    }

    // ---- observe

    /** Takes in a heartbeat that came in at a time, and says what the node is to do. */
    HeartbeatAnswer heartbeat(Heartbeat beat, String from, Duration at) {
        HeartbeatAnswer refused = roster.refusal(beat, from, at);
        if (refused != null) {
            return refused;
        }
        Member known = roster.member(beat.node());
        if (known != null && known.isOvertaken(beat)) {
            // It was under way for longer than a newer one: what it says is over, and so is what it could renew.
            return answers.unrenewed(known);
        }
        if (known != null && known.beatsTooRarely(beat, timing.longestHeartbeat())) {
            return new HeartbeatAnswer.TooRare(group.id, beat.interval(), timing);
        }
        boolean another = known != null && !known.beat().incarnation().equals(beat.incarnation());
        Member member = roster.take(beat, from, at);
        if (beat.clockMillis() != null) {
            member.compareClocks(
                    timeline.wallMillis() - timeline.now().minus(at).toMillis());
        }
        rememberGrants(at);
        roster.remember(member, memory, at);
        claims.learn(member, beholder.start(), at);
        try {
            membership.heard(member);
            succession.heard(member, another, at);
        } catch (RuntimeException bug) {
            failed(bug);
        }
        HeartbeatAnswer answer = answers.answer(member, at);
        answers.wake();
        return answer;
    }

    /** Leaves a span out of everybody's silence in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        beholder.start().forgive(span, now);
        roster.forgive(span, now);
        group.change.forgive(span, now);
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

    /** Who would be primary after a switchover, or null if nobody else can be. */
    @Nullable NodeId successor(@Nullable NodeId to, Duration now) {
        return succession.successor(to, now);
    }

    /** Makes a node primary that can be, or begins to, if the order could be written down. */
    boolean switchOver(NodeId to, Act act) {
        boolean written = memory.commit(new Fact.Ordered(group.id, orders(), act));
        if (written && !to.equals(group.primary())) {
            succession.switchOver(to, timeline.now());
            answers.wake();
        }
        return written;
    }

    // ---- evaluate

    /** Evaluates one round. A bug in it ends this round of this group and nothing else. */
    void round(Duration now) {
        try {
            group.roundBegins(now);
            beholder.promises().look(now);
            succession.passed(now);
            Observation seen = beholder.observe(now);
            roster.samplesCounted();
            Evaluation evaluation = group.tenure.evaluate(DecisionRecord.Moment.ROUND, seen);
            succession.act(seen, evaluation, DecisionRecord.Moment.ROUND, now);
            succession.settle(now);
            succession.rehearse(now);
            roster.forget(group::mayWork, now);
            membership.leave(now);
        } catch (RuntimeException bug) {
            failed(bug);
        }
        answers.wake();
    }

    private void failed(RuntimeException bug) {
        failedRounds++;
        LOG.error(
                "group {}: after round {} something failed and was left out",
                group.id,
                group.tenure.state().round(),
                bug);
    }

    /** Whether nobody, not even its last primary, has been heard for so long that the group can be forgotten. */
    boolean isForgotten(Duration now) {
        return roster.isForgotten(now);
    }

    /** Notices what time has brought: a lease that is over, a step that took too long, an answer that was kept back. */
    void tick(Duration now) {
        try {
            HandoverState before = group.change.state();
            succession.passed(now);
            boolean news = !before.equals(group.change.state());
            if (news || now.minus(lookedAt).compareTo(LOOK_EVERY) >= 0) {
                look(now);
            }
        } catch (RuntimeException bug) {
            failed(bug);
        }
        answers.wake();
    }

    /** Looks between two rounds whether the primary is gone, and replaces it if so. */
    void look(Duration now) {
        lookedAt = now;
        beholder.promises().look(now);
        if (!beholder.mayPromote(now)) {
            return;
        }
        try {
            succession.passed(now);
            succession.settle(now);
            succession.look(now);
            succession.settle(now);
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    // ---- show

    GroupView view(Duration now) {
        Evaluation evaluation = group.tenure.lastRound();
        NodeId holder = group.change.state().primary();
        List<NodeView> nodes = new ArrayList<>();
        roster.members().forEach(member -> nodes.add(roster.view(member, group.tenure, holder, now)));
        NodeView primary = nodes.stream()
                .filter(node -> node.role() == Role.PRIMARY)
                .findFirst()
                .orElse(null);
        return new GroupView(
                group.id,
                settings,
                group.orders(),
                timing,
                succession.view(now),
                beholder.start().left(now),
                beholder.promises().held(now),
                primary,
                group.change.state().token(),
                group.tenure.state().round(),
                failedRounds,
                succession.changes(),
                evaluation == null ? null : evaluation.roleLoad(),
                log().newest(),
                log().newestChange(),
                nodes);
    }
}
