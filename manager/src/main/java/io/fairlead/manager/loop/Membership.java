package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverState;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a group's list of members: written down before it takes effect. Touched by the loop's thread only. */
final class Membership {

    /** A node that is silent for this long leaves the list that a primary asks. */
    private static final Duration LEAVES_AFTER = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final Remembered group;
    private final Memory memory;
    private boolean standsStill;

    Membership(Remembered group, Memory memory) {
        this.group = group;
        this.memory = memory;
    }

    /** Takes in where a node is asked, and whether a primary has taken over the list. */
    void heard(Member member) {
        Heartbeat beat = member.beat();
        if (member.isGone()) {
            if (member.id.equals(group.list().primary())) {
                // Its goodbye comes after it has stopped.
                set(group.list().takenOver(member.id, false));
            }
            return;
        }
        NodeSteps steps = beat.steps();
        MemberList.Claim claim = claim(member.id, beat.role());
        MemberList known = group.list().with(member.id, steps.peer());
        MemberList list = known.aboveWhatIsTold(steps, claim);
        if (!list.equals(known)) {
            LOG.warn(
                    "group {}: {} has version {} of the list of nodes, and here it is {}: what this manager remembers is older"
                            + " than what it has told, and until the primary has the list again nobody new follows it",
                    group.id,
                    member.id,
                    steps.listVersion(),
                    known.version());
        }
        set(list.acknowledged(member.id, steps, claim));
    }

    private MemberList.Claim claim(NodeId node, Role said) {
        HandoverState state = group.change.state();
        if (said == Role.PRIMARY) {
            return node.equals(state.primary()) ? MemberList.Claim.HOLDS : MemberList.Claim.NEITHER;
        }
        return state.holdings().containsKey(node) ? MemberList.Claim.NEITHER : MemberList.Claim.STANDS_BY;
    }

    /** Notes whom a node that was just made primary knows of: it can go on without a manager from its first moment. */
    void promoted(NodeId primary) {
        Member member = group.roster.member(primary);
        NodeSteps steps = member == null ? NodeSteps.none() : member.beat().steps();
        set(group.list().promoted(primary, steps));
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

    /**
     * What cannot be written down takes no effect: a restart would forget it, and let somebody follow whom the primary does
     * not know. That fewer may follow is safe to forget, and takes effect all the same.
     */
    private void set(MemberList next) {
        MemberList list = group.list();
        if (next.equals(list)) {
            return;
        }
        boolean written = memory.commit(new Fact.Listed(group.id, next));
        if (written) {
            group.listed(next);
        } else if (list.isAskable()) {
            group.listed(list.narrowedTo(next));
        }
        if (written == standsStill) {
            tell(written);
        }
    }

    private void tell(boolean written) {
        standsStill = !written;
        long version = group.list().version();
        if (written) {
            LOG.warn("group {}: the list of nodes can be written down again, version {}", group.id, version);
        } else {
            LOG.warn(
                    "group {}: the list of nodes stands still at version {}, because the journal cannot be written: until it"
                            + " can, nobody follows a primary that asks others but those whom it and the one before knew",
                    group.id,
                    version);
        }
    }
}
