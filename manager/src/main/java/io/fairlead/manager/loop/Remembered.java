package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a group outlives a restart of the manager: it changes by facts, and comes back by the same facts. */
final class Remembered {

    /** Changes of primary that a snapshot keeps with their checks; some 3 kB each. */
    private static final int CHANGES = 10;

    final GroupId id;
    final Roster roster;
    final Tenure tenure;
    final RoleChange change;
    final DrillLog drills = new DrillLog();

    private final Duration sampleInterval;
    private Duration began;
    private Duration roundAt;
    private StandingOrders orders = StandingOrders.none();
    private long highestReported;
    private Duration granted = Duration.ZERO;
    private MemberList list = MemberList.none();

    Remembered(Roster roster, Tenure tenure, RoleChange change, Duration now) {
        this.id = roster.group();
        this.roster = roster;
        this.tenure = tenure;
        this.change = change;
        this.sampleInterval = tenure.sampleInterval();
        this.began = now;
        this.roundAt = now;
    }

    /** Goes on where an earlier process was. */
    void restore(GroupMemory.Past past, Duration now) {
        GroupMemory remembered = past.memory();
        began = now.minus(past.ago()).minus(remembered.at());
        roundAt = began.plus(remembered.roundAt());
        tenure.restore(remembered, now);
        change.restore(remembered.handover(), remembered.wanted());
        drills.restore(remembered.drills());
        orders = remembered.orders();
        highestReported = remembered.highestReported();
        granted = remembered.granted();
        list = remembered.list();
        remembered.members().forEach(member -> roster.restore(member, now));
    }

    /**
     * Lets a fact of an earlier process happen once more.
     *
     * @return whether it came out as it did then
     */
    boolean replay(Fact.Past past, Duration now) {
        Fact fact = past.fact();
        boolean same = true;
        if (fact instanceof Fact.Decided decided) {
            began = now.minus(past.ago()).minus(decided.seen().at());
            if (decided.moment() == DecisionRecord.Moment.ROUND) {
                roundAt = began.plus(decided.seen().at());
            }
            same = tenure.decidedBefore(decided, now);
            roster.replay(decided.seen(), now);
        } else if (fact instanceof Fact.Adopted adopted) {
            adopted(adopted, now);
        } else if (fact instanceof Fact.Renewed renewed) {
            tenure.renewed(renewed, now);
        } else if (fact instanceof Fact.Stepped stepped) {
            change.restore(stepped.state(), stepped.wanted());
        } else if (fact instanceof Fact.Drilled drilled) {
            drills.put(drilled.drill());
        } else if (fact instanceof Fact.Joined joined) {
            if (roster.members().isEmpty() && tenure.state().round() == 0) {
                began = now.minus(past.ago());
                roundAt = began;
            }
            roster.restore(joined.member(), now);
        } else if (fact instanceof Fact.Granted longest) {
            granted = longest.silence();
        } else if (fact instanceof Fact.Listed listed) {
            list = listed.list();
        } else if (fact instanceof Fact.Unmeasured) {
            tenure.forgetLoads();
        } else if (fact instanceof Fact.Removed removed) {
            removed(removed.node());
        } else if (fact instanceof Fact.Ordered ordered) {
            orders = ordered.orders();
        }
        return same;
    }

    GroupMemory memory(Duration now) {
        return new GroupMemory(
                id,
                at(now),
                at(roundAt),
                tenure.state(),
                tenure.token(),
                change.state(),
                change.wanted(),
                highestReported,
                granted,
                list,
                orders,
                roster.memories(now),
                tenure.log().lastChanges(CHANGES),
                drills.all());
    }

    void adopted(Fact.Adopted fact, Duration now) {
        tenure.adopted(fact, now);
        change.adopted(fact.node(), fact.token(), at(now));
    }

    /**
     * Makes one of what two facts told: a process may have ended between a decision and the step that follows from it.
     */
    void reconcile(Duration now) {
        HandoverState handover = change.state();
        NodeId decided = tenure.state().primary();
        if (tenure.token() <= handover.token()) {
            return;
        }
        if (change.step() == HandoverStep.COMMITTING && Objects.equals(change.candidate(), decided)) {
            change.on(new HandoverEvent.Committed(tenure.token(), at(now)));
        } else {
            change.adopted(decided, tenure.token(), at(now));
        }
    }

    /** A moment on the group's own time line, on which no time passes in which it does not exist. */
    Duration at(Duration now) {
        return now.minus(began);
    }

    void roundBegins(Duration now) {
        roundAt = now;
    }

    /** Time until its next round. Rounds keep their beat through a restart; those that were missed are left out. */
    Duration untilNextRound(Duration now) {
        long since = now.minus(roundAt).toNanos();
        long interval = sampleInterval.toNanos();
        return Duration.ofNanos(interval * (Math.max(0, since) / interval + 1) - since);
    }

    /** Time since its last round. */
    Duration sinceRound(Duration now) {
        return now.minus(roundAt);
    }

    void reported(long token) {
        highestReported = Math.max(highestReported, token);
    }

    /** The next fencing token: above all that are known, here and on the nodes. */
    long nextToken(long wallMillis) {
        long stored = Math.max(tenure.token(), change.state().token());
        return FencingToken.next(stored, highestReported, Instant.ofEpochMilli(wallMillis));
    }

    /**
     * After a restart everybody's silence begins anew. What is remembered of the last heartbeats is as old as the last
     * round; the earlier process may have answered them, and so granted a role, up to its end.
     *
     * @param wait the silence that ends what is granted now; what the earlier process granted may last longer
     */
    void mayHaveBeenHeard(Duration now, Duration wait) {
        Duration longer = granted.minus(wait);
        Duration at = longer.isNegative() ? now : now.plus(longer);
        roster.mayHaveBeenHeard(primary(), at);
        change.grantedUntilNow(at);
    }

    /** The silence after which whatever was granted is over. */
    Duration granted() {
        return granted;
    }

    void granted(Duration wait) {
        granted = wait;
    }

    /** The nodes as the primary is told. */
    MemberList list() {
        return list;
    }

    void listed(MemberList next) {
        list = next;
    }

    StandingOrders orders() {
        return orders;
    }

    void ordered(StandingOrders next) {
        orders = next;
    }

    void removed(NodeId node) {
        roster.remove(node);
        list = list.without(node);
        orders = orders.without(node);
    }

    /** Whether a node is primary, or may go on as one unheard: an operator may have to name it, however long it is silent. */
    boolean mayWork(NodeId node) {
        return node.equals(primary()) || node.equals(list.primary());
    }

    @Nullable NodeId primary() {
        return tenure.state().primary();
    }
}
