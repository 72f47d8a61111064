package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Hindrance;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of one group, and which process each id belongs to. Touched by the loop's thread only. */
final class Roster {

    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    /** The method is for groups of two to some dozens; a thousand is far beyond and still bounds the memory. */
    static final int MAX_NODES = 1_000;

    /** A node that is silent for this long leaves the list; long enough for a person to have seen that it is dead. */
    private static final Duration FORGET_AFTER = Duration.ofHours(24);

    private final GroupId group;
    private final Duration wait;
    private final SortedMap<NodeId, Member> members = new TreeMap<>();

    /**
     * A group without nodes.
     *
     * @param wait the silence after which a node counts as dead
     */
    Roster(GroupId group, Duration wait) {
        this.group = group;
        this.wait = wait;
    }

    /** Why a heartbeat does not count, or null if it does. */
    @Nullable HeartbeatAnswer refusal(Heartbeat beat, String from, Duration at) {
        Member member = members.get(beat.node());
        if (member == null) {
            return members.size() < MAX_NODES ? null : new HeartbeatAnswer.Full("nodes in group " + group, MAX_NODES);
        }
        if (member.beat().incarnation().equals(beat.incarnation())) {
            // Only a goodbye may be said again: it may not have been answered.
            return member.isGone() && !beat.goodbye()
                    ? new HeartbeatAnswer.Ended(beat.node(), beat.incarnation())
                    : null;
        }
        Duration left = wait.minus(member.age(at));
        if (member.isGone() || left.isNegative()) {
            return null;
        }
        return heldBack(member, new IdConflict(beat.node(), member.party(), Member.party(beat, from)), at);
    }

    private HeartbeatAnswer heldBack(Member member, IdConflict conflict, Duration at) {
        if (member.note(conflict, at)) {
            LOG.warn(
                    "group {}: two processes use the id {}, or one that was killed was started again: {} has it, {} is held back",
                    group,
                    conflict.node(),
                    conflict.holder().where(),
                    conflict.claimant().where());
        }
        return new HeartbeatAnswer.Conflict(conflict, wait.minus(member.age(at)));
    }

    /** Takes in a heartbeat that was not refused. */
    Member take(Heartbeat beat, String from, Duration at) {
        Member member = members.get(beat.node());
        if (member == null) {
            member = new Member(beat, from, at);
            members.put(beat.node(), member);
        } else {
            member.take(beat, from, at);
        }
        return member;
    }

    /** The silence after which a node counts as dead. */
    Duration deadAfter() {
        return wait;
    }

    GroupId group() {
        return group;
    }

    /** A node, or null if it is not on the list. */
    @Nullable Member member(NodeId node) {
        return members.get(node);
    }

    /** Whether a node's heartbeats arrive, late ones included. */
    boolean isHeard(NodeId node, Duration now) {
        Member member = members.get(node);
        return member != null && !member.isGone() && member.age(now).compareTo(wait) <= 0;
    }

    /** Writes down what is new about a node. */
    void remember(Member member, Memory memory, Duration at) {
        MemberMemory known = member.memory(at);
        if (member.isNews(known) && memory.write(new Fact.Joined(group, known))) {
            member.remembered(known);
        }
    }

    /** Puts a node back as it was remembered. */
    void restore(MemberMemory memory, Duration now) {
        members.put(memory.node(), new Member(group, memory, now));
    }

    /** Takes over what an earlier process saw in a round. */
    void replay(Observation seen, Duration now) {
        seen.nodes().forEach((id, node) -> {
            Member member = members.get(id);
            if (member != null) {
                member.replay(node, now);
            }
        });
    }

    /** Lets a node's silence begin now, if it is known. */
    void mayHaveBeenHeard(@Nullable NodeId node, Duration now) {
        Member member = node == null ? null : members.get(node);
        if (member != null) {
            member.mayHaveBeenHeard(now);
        }
    }

    List<MemberMemory> memories(Duration now) {
        return members.values().stream().map(member -> member.memory(now)).toList();
    }

    void remove(NodeId node) {
        members.remove(node);
    }

    /**
     * A node as it is shown.
     *
     * @param primary who is primary, or null
     */
    NodeView view(Member member, Tenure tenure, @Nullable NodeId primary, Duration now) {
        Evaluation evaluation = tenure.lastRound();
        return new NodeView(
                member.id,
                life(member, now),
                member.id.equals(primary) ? Role.PRIMARY : Role.STANDBY,
                member.age(now),
                member.beat(),
                member.isHeardHere(),
                member.from(),
                member.latest(),
                evaluation == null ? null : evaluation.standings().get(member.id),
                member.conflict(now, wait),
                member.clockSkew());
    }

    /** The nodes in the order of their ids. */
    Collection<Member> members() {
        return members.values();
    }

    /** What the core is told: every node that has not said goodbye. */
    SortedMap<NodeId, NodeObservation> observe(
            Duration now, Set<NodeId> maintenance, Function<Member, Set<Hindrance>> hindrances) {
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        members.forEach((id, member) -> {
            NodeObservation seen = member.observe(now, maintenance.contains(id), hindrances.apply(member));
            if (seen != null) {
                nodes.put(id, seen);
            }
        });
        return nodes;
    }

    /** Marks all pending samples as used. */
    void samplesCounted() {
        members.values().forEach(Member::sampleCounted);
    }

    /** Leaves a span out of everybody's silence in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        members.values().forEach(member -> member.forgive(span, now));
    }

    /** Drops the nodes that have been silent for long, other than some. */
    void forget(Predicate<NodeId> kept, Duration now) {
        members.values()
                .removeIf(member -> !kept.test(member.id) && member.age(now).compareTo(FORGET_AFTER) > 0);
    }

    /** Whether all nodes, a primary included, have been silent for long. */
    boolean isForgotten(Duration now) {
        return members.values().stream().allMatch(member -> member.age(now).compareTo(FORGET_AFTER) > 0);
    }

    /** Whether a node is heard of. */
    NodeView.Life life(Member member, Duration now) {
        if (member.isGone()) {
            return NodeView.Life.GONE;
        }
        if (member.age(now).compareTo(wait) > 0) {
            return NodeView.Life.DEAD;
        }
        return member.isOverdue(now) ? NodeView.Life.LATE : NodeView.Life.ALIVE;
    }
}
