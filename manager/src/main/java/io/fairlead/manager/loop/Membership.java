package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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
        MemberList list = group.list().with(member.id, steps.peer());
        boolean holds = member.id.equals(group.change.state().primary()) && beat.role() == Role.PRIMARY;
        boolean same = steps.listVersion() == list.version() && isHash(steps.listHash(), list, holds);
        boolean other =
                steps.listVersion() > list.version() || (holds && steps.listVersion() == list.version() && !same);
        MemberList above = other ? list.above(steps.listVersion()) : list;
        if (!above.equals(list)) {
            LOG.warn(
                    "group {}: {} has version {} of the list of nodes, and here it is {}: what this manager remembers is older"
                            + " than what it has told, and until the primary has the list again nobody new follows it",
                    group.id,
                    member.id,
                    steps.listVersion(),
                    list.version());
            list = above;
            same = false;
        }
        // The same process, or the one after it on the same machine: another machine under this name is asked
        // elsewhere.
        boolean back = member.id.equals(list.primary())
                && !list.isUnknownToPrimary(member.id)
                && beat.role() == Role.STANDBY
                && !group.change.state().holdings().containsKey(member.id);
        if (back || (holds && (!steps.failsafe() || same))) {
            // Who is a standby asks nobody any more, so nobody has to be known to it.
            list = list.takenOver(member.id, holds && steps.failsafe());
        } else if (holds && !member.id.equals(list.primary())) {
            list = list.knowingNobody(member.id);
        }
        set(list);
    }

    /** Whether a hash is that of the list; only a primary's is compared, for only whom that one knows counts. */
    private static boolean isHash(@Nullable String hash, MemberList list, boolean holds) {
        return !holds || hash == null || hash.equals(list.hash());
    }

    /** Notes whom a node that was just made primary knows of: it can go on without a manager from its first moment. */
    void promoted(NodeId primary) {
        Member member = group.roster.member(primary);
        NodeSteps steps = member == null ? NodeSteps.none() : member.beat().steps();
        MemberList list = group.list();
        if (!steps.failsafe() || (steps.listVersion() == list.version() && isHash(steps.listHash(), list, true))) {
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
