package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.primary.Decision;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to a group's change of primary, written down and told: the steps, as {@link DecisionWriter} has the decisions.
 * Touched by the loop's thread only.
 */
final class StepWriter {

    private static final Logger LOG = LoggerFactory.getLogger(StepWriter.class);

    private final Remembered group;
    private final Drills drills;
    private final Timeline timeline;
    private final Memory memory;
    private final StepLog news = new StepLog();

    StepWriter(Remembered group, Drills drills, Listening listening) {
        this.group = group;
        this.drills = drills;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
    }

    HandoverView view(Duration now) {
        return news.view(group.change.state(), group.at(now), drills.view());
    }

    /** Takes in an event. */
    void on(HandoverEvent event, Duration now) {
        HandoverState before = group.change.state();
        happened(before, group.change.on(event), now);
    }

    /** Begins to carry a decision out, if that is possible now. */
    void begin(Decision decision, NodeId to, Duration now) {
        HandoverState before = group.change.state();
        happened(before, group.change.begin(decision, to, group.at(now)), now);
    }

    /** Begins to give the role once more to the node that has lost it and had it last. */
    void beginAgain(NodeId node, Duration now) {
        HandoverState before = group.change.state();
        happened(before, group.change.beginAgain(node, group.at(now)), now);
    }

    /** The primary has a new token; whatever changes goes on. */
    void renewed(long token, Duration now) {
        HandoverState before = group.change.state();
        group.change.renewed(token);
        happened(before, List.of(), now);
    }

    private void happened(HandoverState before, List<HandoverNews> told, Duration now) {
        HandoverState after = group.change.state();
        drills.told(before, told);
        adoptAgain(told, now);
        if (!before.equals(after)) {
            memory.write(new Fact.Stepped(group.id, after, group.change.wanted()));
        }
        for (HandoverNews one : told) {
            news.tell(group.id, one, StepLog.concerned(one, before, after), timeline.wallMillis());
            judge(one, before.course().step(), now);
        }
    }

    /** Whoever works on under the newest token is primary, although it was decided that nobody is. */
    private void adoptAgain(List<HandoverNews> told, Duration now) {
        NodeId primary = group.change.state().primary();
        Member member = primary == null ? null : group.roster.member(primary);
        if (member == null || told.stream().noneMatch(one -> one.what() == HandoverNews.What.RETURNED)) {
            return;
        }
        Fact.Adopted fact = new Fact.Adopted(
                group.id, member.id, member.life(), group.change.state().token());
        memory.commit(fact);
        group.tenure.adopted(fact, now);
    }

    /** Once may be a lost answer, and the same node is preferred. One that fails, or does so twice untold, is not. */
    private void judge(HandoverNews told, HandoverStep during, Duration now) {
        Member member = group.roster.member(told.node());
        if (member == null || !group.tenure.isHeldBy(member)) {
            return;
        }
        boolean failed = switch (told.what()) {
            case PROMOTE_FAILED, PROMOTE_TIMED_OUT, DEMOTE_FAILED -> true;
            case STOPPED -> during != HandoverStep.STOPPING && member.laysDownAgain(now);
            default -> false;
        };
        if (failed) {
            LOG.warn(
                    "group {}: {} {}; another node is preferred",
                    group.id,
                    member.id,
                    told.what().words());
            giveUp(member, now);
        }
    }

    /** From now on a node is preferred no more for having had the role last. */
    void giveUp(Member member, Duration now) {
        member.beginNewLife();
        group.roster.remember(member, memory, now);
    }
}
