package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Who follows whom in a group: what a decision wants is taken step by step to where it is true, and written down on the
 * way. Touched by the loop's thread only.
 */
final class Succession {

    /** Each turn of a change does one thing; more than these in a row would be a bug that goes round in circles. */
    private static final int MOST_TURNS = 8;

    private final Remembered group;
    private final Beholder beholder;
    private final Duration wait;
    private final Drills drills;
    private final DecisionWriter writer;
    private final StepWriter steps;
    private final Commits commits;

    /**
     * The succession of a group.
     *
     * @param wait the silence after which whatever was granted is over
     */
    Succession(Beholder beholder, Membership membership, Duration wait, Listening listening) {
        this.group = beholder.group();
        this.beholder = beholder;
        this.wait = wait;
        this.drills = new Drills(beholder, listening);
        this.steps = new StepWriter(group, drills, listening);
        this.commits = new Commits(beholder, membership, steps, listening);
        this.writer = commits.writer();
    }

    /** Changes of primary since the manager started, by cause in lower case, or {@code lost}. */
    SortedMap<String, Long> changes() {
        return writer.changes();
    }

    HandoverView view(Duration now) {
        return steps.view(now);
    }

    /** Gives the present primary a new token, so that nothing older counts. */
    void renew(Duration now, String because) {
        commits.renew(now, because);
    }

    // ---- what nodes say

    /**
     * Takes in what a node said about itself.
     *
     * @param member the node, its heartbeat taken in already
     * @param another whether it is another process than before
     */
    void heard(Member member, boolean another, Duration at) {
        if (another || member.isGone()) {
            steps.on(new HandoverEvent.Lapsed(member.id, group.at(at)), at);
        }
        if (!member.isGone()) {
            Heartbeat beat = member.beat();
            HandoverState state = group.change.state();
            for (HandoverEvent.Report report : StepReports.of(beat, state, member.isConfirmed(state))) {
                steps.on(new HandoverEvent.Reported(member.id, beat.token(), report, group.at(at)), at);
            }
        }
        settle(at);
    }

    // ---- what time brings

    /** Notices what has ended by itself. */
    void passed(Duration now) {
        for (NodeId node : List.copyOf(group.change.state().holdings().keySet())) {
            if (group.change.isOver(node, now, wait.plus(patience(node, now)))) {
                steps.on(new HandoverEvent.Lapsed(node, group.at(now)), now);
            }
        }
        NodeId candidate = group.change.preparing();
        if (candidate != null && !group.roster.isHeard(candidate, now)) {
            steps.on(new HandoverEvent.Lapsed(candidate, group.at(now)), now);
        }
        steps.on(new HandoverEvent.Looked(group.at(now)), now);
    }

    /** Whoever is told to stop is waited for no longer than its lease: that somebody follows it is decided already. */
    private Duration patience(NodeId holder, Duration now) {
        boolean works = holder.equals(group.change.state().primary()) && group.change.step() != HandoverStep.STOPPING;
        return works ? beholder.patience(holder, now) : Duration.ZERO;
    }

    /** Takes what is under way as far as it goes without anybody's word. */
    void settle(Duration now) {
        for (int turn = 0; turn < MOST_TURNS && beholder.mayPromote(now); turn++) {
            HandoverState before = group.change.state();
            if (group.change.step() == HandoverStep.COMMITTING) {
                commits.commit(now);
            } else if (isHeadless()) {
                follow(now);
                callOffDrill(now);
            }
            if (before.equals(group.change.state())) {
                return;
            }
        }
    }

    /** Whether the node that has the role by decision has laid it down or lost it, and nobody is to follow yet. */
    private boolean isHeadless() {
        return group.primary() != null
                && group.change.state().primary() == null
                && group.change.candidate() == null
                && group.change.step() != HandoverStep.PROMOTING;
    }

    /** The same node again where it can go on, under a new token: it has lost an answer, no more. Else somebody else. */
    private void follow(Duration now) {
        NodeId holder = group.primary();
        Member member = holder == null ? null : group.roster.member(holder);
        if (member != null && group.tenure.isHeldBy(member) && group.roster.isHeard(member.id, now)) {
            if (beholder.isFit(member, now)) {
                steps.beginAgain(member.id, now);
                readyAtOnce(member.id, now);
                return;
            }
            steps.giveUp(member, now);
        }
        look(now);
    }

    /** A drill whose primary is lost has been cut; its standby tidies up unless it is the one that follows. */
    private void callOffDrill(Duration now) {
        boolean waits = group.change.isDrill() && group.change.step() == HandoverStep.PREPARING;
        if (waits && group.change.state().primary() == null) {
            steps.on(new HandoverEvent.Dismissed(group.at(now)), now);
        }
    }

    /** Lets the next standby rehearse, if it is time. */
    void rehearse(Duration now) {
        NodeId standby = drills.due(now);
        if (standby != null) {
            steps.on(new HandoverEvent.Wanted(HandoverKind.DRILL, standby, group.at(now)), now);
        }
    }

    // ---- order

    /**
     * Who would be primary after a switchover, or null if nobody else can be.
     *
     * @param to the node that is asked for, or null for the best standby
     */
    @Nullable NodeId successor(@Nullable NodeId to, Duration now) {
        NodeId primary = group.primary();
        NodeId coming = group.change.underWayTo();
        boolean free = group.change.isSteady() || group.change.isDrill();
        // Who is primary is so no longer, in a moment, where the role is on its way to another.
        if (to != null
                && (to.equals(coming) || (free && to.equals(group.change.state().primary())))) {
            return to;
        }
        if (primary == null || !beholder.mayPromote(now) || !free) {
            return null;
        }
        Decision decision = group.tenure
                .evaluate(DecisionRecord.Moment.BETWEEN_ROUNDS, askedToSwitch(to, now))
                .decision();
        return decision.isSwitch() && decision.reason() == Reason.OPERATOR_REQUEST ? decision.to() : null;
    }

    /** Begins to make a node primary that an operator has asked for. */
    void switchOver(NodeId to, Duration now) {
        Observation seen = askedToSwitch(to, now);
        DecisionRecord.Moment moment = DecisionRecord.Moment.BETWEEN_ROUNDS;
        act(seen, group.tenure.evaluate(moment, seen), moment, now);
    }

    private Observation askedToSwitch(@Nullable NodeId to, Duration now) {
        Observation seen = beholder.observe(now);
        return seen.with(seen.orders().withSwitchover(to));
    }

    // ---- evaluate, remember, act

    /** Looks whether the primary is gone, and lets somebody follow it if so. */
    void look(Duration now) {
        Observation seen = beholder.observe(now);
        Evaluation evaluation = group.tenure.evaluate(DecisionRecord.Moment.BETWEEN_ROUNDS, seen);
        if (DecisionRecord.isChange(evaluation.decision())) {
            act(seen, evaluation, DecisionRecord.Moment.BETWEEN_ROUNDS, now);
        }
    }

    /** Does what was decided, or begins to. */
    void act(Observation seen, Evaluation evaluation, DecisionRecord.Moment moment, Duration now) {
        Decision decision = evaluation.decision();
        NodeId to = decision.to();
        if (!decision.isSwitch() || to == null) {
            writer.decided(writer.fact(seen, moment, evaluation, now), evaluation, now);
            dismiss(decision, now);
            return;
        }
        begin(decision, to, now);
        boolean ready = group.change.step() == HandoverStep.COMMITTING && to.equals(group.change.candidate());
        if (ready && beholder.mayPromote(now)) {
            commits.atOnce(seen, evaluation, moment, now);
            return;
        }
        Observation during = seen.with(seen.orders().withChangeTo(to));
        Evaluation kept = group.tenure.evaluate(moment, during);
        writer.decided(writer.fact(during, moment, kept, now), kept, now);
    }

    /** A primary that is none any more although it could go on, with nobody to follow it, is told so. */
    private void dismiss(Decision decision, Duration now) {
        NodeId from = decision.from();
        if (decision.kind() == Decision.Kind.NO_PRIMARY
                && from != null
                && from.equals(group.change.state().primary())) {
            steps.on(new HandoverEvent.Dismissed(group.at(now)), now);
        }
    }

    private void begin(Decision decision, NodeId to, Duration now) {
        steps.begin(decision, to, now);
        readyAtOnce(to, now);
    }

    /** A program that knows no steps is always ready. */
    private void readyAtOnce(NodeId to, Duration now) {
        Member member = group.roster.member(to);
        if (member != null && member.beat().steps().handover() == null && to.equals(group.change.candidate())) {
            long token = member.beat().token();
            steps.on(new HandoverEvent.Reported(to, token, HandoverEvent.Report.PREPARED, group.at(now)), now);
        }
    }
}
