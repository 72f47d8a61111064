package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Carries a decided change of primary into the group's memory. */
final class ChangeOfPrimary {

    /** When the gain of a switch is judged. */
    private static final Duration GAIN_SPAN = Duration.ofMinutes(15);

    private static final int GAIN_ROUNDS = 30;

    /** What is left of a demoted node's average where the role's own load is not known. */
    private static final double DISCOUNT = 0.5;

    private final Round round;
    private final Decision decision;
    private final NodeId to;

    private ChangeOfPrimary(Round round, Decision decision, NodeId to) {
        this.round = round;
        this.decision = decision;
        this.to = to;
    }

    static GroupState apply(Round round, Decision decision, NodeId to) {
        return new ChangeOfPrimary(round, decision, to).state();
    }

    private GroupState state() {
        NodeId from = decision.from();
        NodeObservation successor = round.seen.nodes().get(to);
        // A suspect node is left for what its readings are worth, not for an advantage that could go.
        boolean watched = decision.reason() == Reason.LESS_LOADED_STANDBY && round.settings.has(Safeguard.NO_GAIN);
        return new GroupState(
                round.number,
                to,
                successor == null ? null : successor.incarnation(),
                true,
                decision.cause() == Cause.BOOTSTRAP ? round.before.lastSwitch() : round.seen.at(),
                round.before.lastShown(),
                round.number,
                0,
                nodes(from),
                round.roleLoad.with(change(from)),
                from != null && watched ? watch(from) : null,
                round.switchesWithoutGain());
    }

    private RoleLoad.@Nullable Change change(@Nullable NodeId from) {
        if (to.equals(from)) {
            return null;
        }
        // The new process of a restarted primary did not bear the role: its samples tell nothing of the time before.
        NodeId known = decision.reason() == Reason.PRIMARY_RESTARTED ? null : from;
        return new RoleLearning(round.settings, round.nodes, round.number, round.seen.at()).begin(known, to);
    }

    private GroupState.GainWatch watch(NodeId from) {
        int rounds = Math.max(GAIN_ROUNDS, round.settings.roundsIn(GAIN_SPAN));
        return new GroupState.GainWatch(from, to, round.number + rounds);
    }

    private SortedMap<NodeId, NodeState> nodes(@Nullable NodeId from) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>(round.nodes);
        if (from != null && !from.equals(to)) {
            nodes.computeIfPresent(from, (id, state) -> demoted(state).withLastPrimaryRound(round.number));
        }
        // A node that takes the role from nobody may be the one that lost it: then its average has the role in it.
        boolean takesOver = from == null ? decision.cause() == Cause.BOOTSTRAP : !from.equals(to);
        if (takesOver && isRebased()) {
            nodes.computeIfPresent(to, (id, state) -> moved(state, round.cost.on(state.capacity())));
        }
        return nodes;
    }

    private NodeState demoted(NodeState state) {
        if (state.average().isEmpty()) {
            return state;
        }
        return isRebased()
                ? moved(state, -round.cost.on(state.capacity()))
                : state.with(state.average().times(DISCOUNT));
    }

    private static NodeState moved(NodeState state, double points) {
        return state.average().isEmpty() ? state : state.with(state.average().plus(points));
    }

    private boolean isRebased() {
        return round.settings.has(Safeguard.REBASE) && round.cost.isKnown();
    }
}
