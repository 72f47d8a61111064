package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.Timing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the nodes of a group are told: at once, or when there is something to say. Touched by the loop's thread only. */
final class Answers {

    private final Remembered group;
    private final GroupSettings settings;
    private final Timing timing;
    private final Timeline timeline;
    private final Memory memory;
    private final ParkedAnswers parked = new ParkedAnswers();

    Answers(Remembered group, GroupSettings settings, Timing timing, Listening listening) {
        this.group = group;
        this.settings = settings;
        this.timing = timing;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
    }

    /** For how long an answer may be kept back: well below the time after which a node would be missed. */
    Duration longestPatience() {
        return timing.heartbeat().dividedBy(2);
    }

    /** The answer to a heartbeat that was taken in at a time. */
    HeartbeatAnswer answer(Member member, Duration at) {
        boolean renewed = !member.isGone() && group.change.renews(member.beat(), group.at(at));
        if (renewed || (!member.isGone() && group.change.offers(member.beat()))) {
            group.change.granted(member.id, at);
        }
        return answer(member, renewed);
    }

    /** The answer to a heartbeat that a newer one has overtaken: it renews nothing. */
    HeartbeatAnswer unrenewed(Member member) {
        return answer(member, false);
    }

    private HeartbeatAnswer answer(Member member, boolean renewed) {
        return new HeartbeatAnswer.Accepted(
                group.id,
                group.change.state().token(),
                group.change.state().primary(),
                order(member),
                renewed,
                timing,
                settings.handover(),
                settings.primary().sampleInterval(),
                group.list().isAskable() ? group.list() : null,
                memory.cluster());
    }

    private StepOrder order(Member member) {
        return member.isGone()
                ? new StepOrder(Directive.NONE, 0, null, null, null)
                : group.change.order(member.id, member.beat().steps().handover());
    }

    /** Whether an answer may be kept back until there is something to say. */
    boolean isNothingNew(HeartbeatAnswer answer, NodeId node) {
        Member member = group.roster.member(node);
        return member != null
                && answer instanceof HeartbeatAnswer.Accepted accepted
                && accepted.role() == Role.STANDBY
                && member.isTold(accepted.order());
    }

    /** Keeps an answer back until what the node is told changes, or a time is over. */
    void park(ParkedAnswers.Parked waiting) {
        parked.add(waiting, this::answerLater);
    }

    /** Gives the answers that were kept back and for which there is something to say. */
    void wake() {
        parked.wake(this::answerLater);
    }

    private @Nullable HeartbeatAnswer answerLater(ParkedAnswers.Parked waiting) {
        Member member = group.roster.member(waiting.node());
        Duration now = timeline.now();
        boolean over = now.compareTo(waiting.until()) >= 0;
        if (member == null) {
            return over ? waiting.otherwise() : null;
        }
        boolean news = !order(member).equals(waiting.told());
        return over || news ? answer(member, waiting.at()) : null;
    }

    /** Notes what a node was told last, so that the same need not be said again at once. */
    void told(NodeId node, StepOrder order) {
        Member member = group.roster.member(node);
        if (member != null) {
            member.told(order);
        }
    }
}
