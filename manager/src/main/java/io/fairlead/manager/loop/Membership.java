package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;

/** Keeps a group's list of members: written down before it takes effect. Touched by the loop's thread only. */
final class Membership {

    /** A node that is silent for this long leaves the list that a primary asks. */
    private static final Duration LEAVES_AFTER = Duration.ofMinutes(10);

    private final Remembered group;
    private final Memory memory;

    Membership(Remembered group, Memory memory) {
        this.group = group;
        this.memory = memory;
    }

    /** Takes in where a node is asked, and whether a primary has taken over the list. */
    void heard(Member member) {
        Heartbeat beat = member.beat();
        if (member.isGone()) {
            return;
        }
        MemberList list = group.list().with(member.id, beat.steps().peer());
        boolean holds = member.id.equals(group.change.state().primary()) && beat.role() == Role.PRIMARY;
        boolean asks = beat.steps().failsafe();
        boolean back = member.id.equals(list.primary())
                && beat.role() == Role.STANDBY
                && !group.change.state().holdings().containsKey(member.id);
        if (back) {
            // It asks nobody any more, so nobody has to be known to it.
            list = list.takenOver(member.id, false);
        } else if (holds && (!asks || beat.steps().listVersion() == list.version())) {
            list = list.takenOver(member.id, asks);
        }
        set(list);
    }

    /** Notes whom a node that was just made primary knows of: it can go on without a manager from its first moment. */
    void promoted(NodeId primary) {
        Member member = group.roster.member(primary);
        NodeSteps steps = member == null ? NodeSteps.none() : member.beat().steps();
        MemberList list = group.list();
        if (!steps.failsafe() || steps.listVersion() == list.version()) {
            set(list.takenOver(primary, steps.failsafe()));
        } else {
            set(list.knowingNobody(primary));
        }
    }

    /** Lets go of those that left, or have been silent for long; not of a primary, which may go on without a manager. */
    void leave(Duration now) {
        MemberList list = group.list();
        for (NodeId node : list.peers().keySet()) {
            Member member = group.roster.member(node);
            boolean silent =
                    member == null || member.isGone() || member.age(now).compareTo(LEAVES_AFTER) > 0;
            if (silent && !node.equals(list.primary())) {
                list = list.without(node);
            }
        }
        set(list);
    }

    private void set(MemberList list) {
        if (!list.equals(group.list()) && memory.commit(new Fact.Listed(group.id, list))) {
            group.listed(list);
        }
    }
}
