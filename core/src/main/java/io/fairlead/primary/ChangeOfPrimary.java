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
        RoleLoad.Change change =
                new RoleLearning(round.settings, round.nodes, round.number, round.seen.at()).begin(from, to);
        NodeObservation successor = round.seen.nodes().get(to);
        boolean watched = decision.cause() == Cause.PREFERENCE && round.settings.has(Safeguard.NO_GAIN);
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
                round.roleLoad.with(change),
                from != null && watched ? watch(from) : null,
                round.before.switchesWithoutGain());
    }

    private GroupState.GainWatch watch(NodeId from) {
        int rounds = Math.max(GAIN_ROUNDS, round.settings.roundsIn(GAIN_SPAN));
        return new GroupState.GainWatch(from, to, round.number + rounds);
    }

    private SortedMap<NodeId, NodeState> nodes(@Nullable NodeId from) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>(round.nodes);
        if (from == null || from.equals(to)) {
            return nodes;
        }
        nodes.computeIfPresent(from, (id, state) -> demoted(state).withLastPrimaryRound(round.number));
        if (isRebased()) {
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
