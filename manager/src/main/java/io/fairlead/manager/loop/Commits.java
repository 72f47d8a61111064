package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverStep;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The moment at which a change of primary becomes true: it is written down under a new token. Touched by the loop's thread only. */
final class Commits {

    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private final Remembered group;
    private final Beholder beholder;
    private final Membership membership;
    private final DecisionWriter writer;
    private final StepWriter steps;
    private final Timeline timeline;
    private final Memory memory;

    Commits(Beholder beholder, Membership membership, StepWriter steps, Listening listening) {
        this.group = beholder.group();
        this.beholder = beholder;
        this.membership = membership;
        this.writer = new DecisionWriter(beholder, listening);
        this.steps = steps;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
    }

    /** Where decisions are written down that make nobody primary. */
    DecisionWriter writer() {
        return writer;
    }

    /** Nothing had to be waited for: the decision is carried out as it was made. */
    void atOnce(Observation seen, Evaluation evaluation, DecisionRecord.Moment moment, Duration now) {
        Decision decision = evaluation.decision();
        Fact.Decided fact = writer.fact(seen, moment, evaluation, now);
        boolean written = memory.commit(fact);
        if (!written && decision.cause() == Cause.PREFERENCE) {
            // Nobody would know of it after a crash, and a change for comfort can wait. A failover cannot.
            steps.on(new HandoverEvent.NotCommitted(group.at(now)), now);
            Observation shown = seen.with(seen.orders().with(Observe.PREFERENCE));
            Evaluation only = group.tenure.evaluate(moment, shown);
            group.tenure.decided(writer.fact(shown, moment, Held.JOURNAL, only), only, now);
            return;
        }
        writer.count(group.tenure.decided(fact, evaluation, now));
        committed(fact.outcome().token(), now);
    }

    /** The steps before it are done: what was decided when they began is written down, and is true from then on. */
    void commit(Duration now) {
        NodeId to = group.change.candidate();
        Member member = to == null ? null : group.roster.member(to);
        boolean able = member != null && group.roster.isHeard(member.id, now) && beholder.isFree(member, now);
        Decision begun = group.change.wanted();
        boolean again = member != null && begun == null && group.tenure.isHeldBy(member);
        if (able && again) {
            renew(now, "it had laid the role down by itself");
            return;
        }
        if (!able || begun == null) {
            // Nobody is made primary whom no decision names.
            steps.on(new HandoverEvent.NotCommitted(group.at(now)), now);
            return;
        }
        Decision wanted = RoleChange.atCommit(begun, group.change.state());
        long token = group.nextToken(timeline.wallMillis());
        Fact.Decided fact = new Fact.Decided(
                group.id,
                DecisionRecord.Moment.COMMIT,
                beholder.observe(now),
                timeline.wallMillis(),
                Held.NO,
                new Fact.Outcome(group.tenure.state().round(), wanted, token));
        if (!memory.commit(fact) && wanted.cause() == Cause.PREFERENCE) {
            steps.on(new HandoverEvent.NotCommitted(group.at(now)), now);
            return;
        }
        writer.count(group.tenure.committed(fact, now));
        committed(token, now);
    }

    private void committed(long token, Duration now) {
        steps.on(new HandoverEvent.Committed(token, group.at(now)), now);
        NodeId primary = group.change.state().primary();
        if (primary != null) {
            group.change.granted(primary, now);
            membership.promoted(primary);
        }
    }

    /** Gives the present primary a new token, so that nothing older counts. */
    void renew(Duration now, String because) {
        Fact.Renewed fact = new Fact.Renewed(group.id, group.nextToken(timeline.wallMillis()));
        memory.commit(fact);
        group.tenure.renewed(fact, now);
        if (group.change.step() == HandoverStep.COMMITTING) {
            committed(fact.token(), now);
        } else {
            steps.renewed(fact.token(), now);
        }
        LOG.warn(
                "group {}: {} stays primary under the new token {}: {}",
                group.id,
                group.primary(),
                fact.token(),
                because);
    }
}
