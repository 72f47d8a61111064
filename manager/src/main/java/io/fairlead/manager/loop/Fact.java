package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.HandoverState;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Observation;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a group and that a manager must know again after a restart.
 *
 * <p>Facts hold what was seen and what was decided. What follows from them, averages and streaks and cooldowns, is
 * computed again by the same rules, so that it comes out bit for bit as it was.
 */
public sealed interface Fact {

    /** The group that it happened to. */
    GroupId group();

    /**
     * A decision, with everything that it was made from.
     *
     * @param group the group
     * @param moment when in the life of the group
     * @param seen what was observed
     * @param wallMillis when it was made, in ms since 1970 on the manager's clock; for people
     * @param held why a change was only shown
     * @param outcome what came of it
     */
    record Decided(
            GroupId group, DecisionRecord.Moment moment, Observation seen, long wallMillis, Held held, Outcome outcome)
            implements Fact {

        /** The decision in one English sentence. */
        public String words() {
            return DecisionRecord.words(outcome.decision, held);
        }
    }

    /**
     * What came of it.
     *
     * @param round the round it was made in, or after
     * @param decision what was decided
     * @param token the group's newest fencing token
     */
    record Outcome(long round, Decision decision, long token) {

        /** The primary from then on, or null. */
        public @Nullable NodeId primary() {
            return decision.kind() == Decision.Kind.WOULD_SWITCH ? decision.from() : decision.to();
        }

        /** Whether the same happens to the role; the numbers that were compared may differ. */
        boolean isAs(Decision other) {
            return decision.kind() == other.kind()
                    && Objects.equals(decision.from(), other.from())
                    && Objects.equals(decision.to(), other.to());
        }
    }

    /**
     * A manager took a role over that a node already had, or found that it was wrong to.
     *
     * @param group the group
     * @param node the node, or null if nobody has the role after all
     * @param life its process, or null
     * @param token the token under which it has the role, 0 for nobody
     */
    record Adopted(
            GroupId group, @Nullable NodeId node, @Nullable String life, long token) implements Fact {}

    /**
     * The primary stays, under a new token.
     *
     * @param group the group
     * @param token the new token
     */
    record Renewed(GroupId group, long token) implements Fact {}

    /**
     * A change of primary came a step further, or ended.
     *
     * @param group the group
     * @param state how far it has come
     * @param wanted the decision that it carries out, or null where nothing changes
     */
    record Stepped(
            GroupId group, HandoverState state, @Nullable Decision wanted) implements Fact {}

    /**
     * A drill began, or ended.
     *
     * @param group the group
     * @param drill the drill as it stands from then on
     */
    record Drilled(GroupId group, DrillRecord drill) implements Fact {}

    /**
     * The list of members changed, or its primary took it over.
     *
     * @param group the group
     * @param list the list from then on
     */
    record Listed(GroupId group, MemberList list) implements Fact {}

    /**
     * A node joined, left with a goodbye, or is another process than before.
     *
     * @param group the group
     * @param member what is known of it
     */
    record Joined(GroupId group, MemberMemory member) implements Fact {}

    /**
     * A person took a node off the list, with every order for it.
     *
     * @param group the group
     * @param node the node
     * @param act the act as the audit keeps it
     */
    record Removed(GroupId group, NodeId node, Act act) implements Fact {}

    /**
     * A person ordered something that stands until it is ordered otherwise.
     *
     * @param group the group
     * @param orders all standing orders from then on
     * @param act the act as the audit keeps it
     */
    record Ordered(GroupId group, StandingOrders orders, Act act) implements Fact {}

    /**
     * For how long a primary may go on unheard from now on. A later process may be told to grant less; until then it
     * waits for what was granted before.
     *
     * @param group the group
     * @param silence after which whatever was granted is over
     */
    record Granted(GroupId group, Duration silence) implements Fact {}

    /**
     * Nothing was measured for so long that the loads before it say nothing any more.
     *
     * @param group the group
     */
    record Unmeasured(GroupId group) implements Fact {}

    /**
     * All nodes of a group have been silent for so long that it is forgotten.
     *
     * @param group the group
     */
    record Forgotten(GroupId group) implements Fact {}

    /**
     * A fact of an earlier process.
     *
     * @param fact the fact
     * @param ago time since it was written, the time without a manager included
     */
    record Past(Fact fact, Duration ago) {}
}
