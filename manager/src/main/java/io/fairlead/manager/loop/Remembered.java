package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What of a group outlives a restart of the manager: it changes by facts, and comes back by the same facts. */
final class Remembered {

    /** Changes of primary that a snapshot keeps with their checks; some 3 kB each. */
    private static final int CHANGES = 10;

    final GroupId id;
    final Roster roster;
    final Tenure tenure;

    private final Duration sampleInterval;
    private Duration began;
    private Duration roundAt;
    private StandingOrders orders = StandingOrders.none();
    private long highestReported;
    private Duration granted = Duration.ZERO;

    Remembered(Roster roster, Tenure tenure, Duration sampleInterval, Duration now) {
        this.id = roster.group();
        this.roster = roster;
        this.tenure = tenure;
        this.sampleInterval = sampleInterval;
        this.began = now;
        this.roundAt = now;
    }

    /** Goes on where an earlier process was. */
    void restore(GroupMemory.Past past, Duration now) {
        GroupMemory remembered = past.memory();
        began = now.minus(past.ago()).minus(remembered.at());
        roundAt = began.plus(remembered.roundAt());
        tenure.restore(remembered, now);
        orders = remembered.orders();
        highestReported = remembered.highestReported();
        granted = remembered.granted();
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
            tenure.adopted(adopted, now);
        } else if (fact instanceof Fact.Renewed renewed) {
            tenure.renewed(renewed, now);
        } else if (fact instanceof Fact.Joined joined) {
            if (roster.members().isEmpty() && tenure.state().round() == 0) {
                began = now.minus(past.ago());
                roundAt = began;
            }
            roster.restore(joined.member(), now);
        } else if (fact instanceof Fact.Granted longest) {
            granted = longest.silence();
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
                highestReported,
                granted,
                orders,
                roster.memories(now),
                tenure.log().lastChanges(CHANGES));
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
        return FencingToken.next(tenure.token(), highestReported, Instant.ofEpochMilli(wallMillis));
    }

    /**
     * After a restart the primary's silence begins anew. What is remembered of its last heartbeat is as old as the last
     * round; the earlier process may have answered it, and so granted it a hold, up to its end.
     *
     * @param wait the silence that ends what is granted now; what the earlier process granted may last longer
     */
    void primaryMayHaveBeenHeard(Duration now, Duration wait) {
        Duration longer = granted.minus(wait);
        roster.mayHaveBeenHeard(primary(), longer.isNegative() ? now : now.plus(longer));
    }

    /** The silence after which whatever was granted is over. */
    Duration granted() {
        return granted;
    }

    void granted(Duration wait) {
        granted = wait;
    }

    StandingOrders orders() {
        return orders;
    }

    void ordered(StandingOrders next) {
        orders = next;
    }

    void removed(NodeId node) {
        roster.remove(node);
        orders = orders.without(node);
    }

    @Nullable NodeId primary() {
        return tenure.state().primary();
    }
}
