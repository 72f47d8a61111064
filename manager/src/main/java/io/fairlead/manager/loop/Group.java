package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Orders;
import io.fairlead.primary.PrimarySelector;
import io.fairlead.primary.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One group: what its nodes say, what was decided, who is primary. Touched by the loop's thread only. */
final class Group {

    private static final Logger LOG = LoggerFactory.getLogger(Group.class);

    private final GroupId id;
    private final GroupSettings settings;
    private final Hold hold;
    private final Timeline timeline;
    private final PrimarySelector selector;
    private final Duration began;
    private final StartWait start;
    private final Roster roster;
    private final DecisionLog log = new DecisionLog();

    private GroupState state = GroupState.initial();
    private @Nullable Evaluation lastRound;
    private long token;
    private Duration tokenAt = Duration.ZERO;
    private long highestReported;
    private long failedRounds;

    Group(GroupId id, GroupSettings settings, Hold hold, Timeline timeline) {
        this.id = id;
        this.settings = settings;
        this.hold = hold;
        this.timeline = timeline;
        this.selector = new PrimarySelector(settings.primary().withHeartbeatTimeout(hold.failoverAfter()));
        this.began = timeline.now();
        this.roster = new Roster(id, hold);
        this.start = new StartWait(began, hold.failoverAfter());
    }

    GroupId id() {
        return id;
    }

    Duration sampleInterval() {
        return settings.primary().sampleInterval();
    }

    DecisionLog log() {
        return log;
    }

    // ---- observe

    /** Takes in a heartbeat that came in at a time, and says what the node is. */
    HeartbeatAnswer heartbeat(Heartbeat beat, String from, Duration at) {
        HeartbeatAnswer refused = roster.refusal(beat, from, at);
        if (refused != null) {
            return refused;
        }
        Member member = roster.take(beat, from, at);
        learn(member, at);
        return answer(member);
    }

    private void learn(Member member, Duration at) {
        Heartbeat beat = member.beat();
        long known = FencingToken.learned(beat.token());
        highestReported = Math.max(highestReported, known);
        start.learn(beat);
        if (!start.isOver(at)) {
            adopt(member);
        } else if (state.primary() != null && known > token) {
            renew(at, "node " + beat.node() + " knows the higher token " + known);
        }
        if (!holdsRole(member)) {
            return;
        }
        if (beat.goodbye()) {
            look(at);
        } else if (member.steppedDown(token, at.minus(tokenAt))) {
            laidDown(member, at);
        } else if (member.missedTheRole(at.minus(tokenAt))) {
            giveUp(member, at, "never took up the role: answers do not reach it, or its promote hook hangs");
        }
    }

    /** Once may be a lost answer, and the same node is preferred. Twice in a row means that it cannot hold the role. */
    private void laidDown(Member member, Duration at) {
        if (!member.laysDownAgain(at)) {
            renew(at, "node " + member.id + " had stepped down by itself");
            return;
        }
        giveUp(member, at, "laid the role down twice in a row: look at its promote hook");
    }

    /** Looks for another primary; the node itself gets the role again only if it is the only one. */
    private void giveUp(Member member, Duration at, String because) {
        LOG.warn("group {}: {} {}; another node is preferred", id, member.id, because);
        member.beginNewLife();
        look(at);
    }

    /**
     * Takes over a role that a node already has. A node whose token is below one that somebody knows is no longer
     * primary, whatever it says: somebody was promoted after it.
     */
    private void adopt(Member member) {
        Heartbeat beat = member.beat();
        boolean newest = beat.token() > 0 && FencingToken.learned(beat.token()) == start.highestToken();
        if (beat.role() == Role.PRIMARY && newest && !beat.goodbye() && beat.token() > token) {
            LOG.info("group {}: adopted {} as primary with token {}", id, beat.node(), beat.token());
            token = beat.token();
            state = state.adopting(beat.node(), member.life());
        } else if (state.primary() != null && start.highestToken() > token) {
            LOG.warn(
                    "group {}: {} is not primary after all: {} knows a higher token", id, state.primary(), beat.node());
            token = 0;
            state = GroupState.initial();
        }
    }

    /** Gives the present primary a new token, so that nothing older counts. */
    private void renew(Duration at, String because) {
        token = nextToken();
        tokenAt = at;
        LOG.warn("group {}: {} stays primary under the new token {}: {}", id, state.primary(), token, because);
    }

    /** Leaves a span out of everybody's silence in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        start.forgive(span);
        roster.forgive(span, now);
    }

    // ---- evaluate, remember, act

    /** Evaluates one round. A bug in it ends this round of this group and nothing else. */
    void round(Duration now) {
        try {
            Observation seen = observation(now);
            roster.samplesCounted();
            Evaluation evaluation = selector.evaluate(state, seen);
            act(evaluation, DecisionRecord.Moment.ROUND, now);
            lastRound = evaluation;
            roster.forget(state.primary(), now);
        } catch (RuntimeException bug) {
            failedRounds++;
            LOG.error("group {}: round {} failed and was left out", id, state.round() + 1, bug);
        }
    }

    /** Looks between two rounds whether the primary is gone, and replaces it if so. */
    void look(Duration now) {
        if (!start.isOver(now)) {
            return;
        }
        try {
            Evaluation evaluation = selector.watch(state, observation(now));
            Decision decision = evaluation.decision();
            boolean lost = state.primary() != null && decision.to() == null;
            if (decision.isSwitch() || lost) {
                act(evaluation, DecisionRecord.Moment.BETWEEN_ROUNDS, now);
            }
        } catch (RuntimeException bug) {
            failedRounds++;
            LOG.error("group {}: the look after round {} failed", id, state.round(), bug);
        }
    }

    private Observation observation(Duration now) {
        // Nobody is promoted while the manager finds out who is primary; what would be done is shown.
        Observe observe = start.isOver(now) ? settings.observe() : Observe.ALL;
        return new Observation(
                now.minus(began),
                roster.observe(now, settings.maintenance()),
                Orders.none().with(observe));
    }

    private void act(Evaluation evaluation, DecisionRecord.Moment moment, Duration now) {
        Decision decision = evaluation.decision();
        long newest = decision.isSwitch() ? nextToken() : token;
        DecisionRecord record = DecisionRecord.of(
                evaluation, moment, new DecisionRecord.Stamp(timeline.wallMillis(), newest, !start.isOver(now)));
        boolean lost = state.primary() != null && decision.to() == null;
        state = evaluation.next();
        if (newest != token) {
            token = newest;
            tokenAt = now;
        }
        log.add(record);
        if (decision.isSwitch() || lost) {
            LOG.info("group {}: round {}: {} (token {})", id, record.round(), record.words(), token);
        }
    }

    private long nextToken() {
        return FencingToken.next(token, highestReported, Instant.ofEpochMilli(timeline.wallMillis()));
    }

    private boolean holdsRole(Member member) {
        return member.id.equals(state.primary()) && member.life().equals(state.primaryIncarnation());
    }

    // ---- show

    private HeartbeatAnswer answer(Member member) {
        Role role = holdsRole(member) && !member.isGone() ? Role.PRIMARY : Role.STANDBY;
        return new HeartbeatAnswer.Accepted(id, role, token, hold.hold(), state.primary());
    }

    GroupView view(Duration now) {
        Evaluation evaluation = lastRound;
        List<NodeView> nodes = new ArrayList<>();
        NodeView primary = null;
        for (Member member : roster.members()) {
            Standing standing =
                    evaluation == null ? null : evaluation.standings().get(member.id);
            Role role = member.id.equals(state.primary()) ? Role.PRIMARY : Role.STANDBY;
            NodeView node = new NodeView(
                    member.id,
                    roster.life(member, now),
                    role,
                    member.age(now),
                    member.beat(),
                    member.from(),
                    member.latest(),
                    standing,
                    member.conflict(now, hold.failoverAfter()));
            primary = role == Role.PRIMARY ? node : primary;
            nodes.add(node);
        }
        return new GroupView(
                id,
                settings,
                hold,
                start.left(now),
                primary,
                token,
                state.round(),
                failedRounds,
                evaluation == null ? null : evaluation.roleLoad(),
                log.newest(),
                log.newestChange(),
                nodes);
    }
}
