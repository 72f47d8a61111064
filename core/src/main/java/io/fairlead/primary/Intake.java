package io.fairlead.primary;

import io.fairlead.NodeId;
import io.fairlead.load.Load;
import io.fairlead.load.LoadAverage;
import io.fairlead.load.Metrics;
import io.fairlead.load.SensorSwings;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes in one round's samples: what every node's memory is after it, whatever is decided then. */
final class Intake {

    private final PrimarySettings settings;
    private final GroupState before;
    private final Observation seen;

    private Intake(PrimarySettings settings, GroupState before, Observation seen) {
        this.settings = settings;
        this.before = before;
        this.seen = seen;
    }

    static SortedMap<NodeId, NodeState> nodesAfter(PrimarySettings settings, GroupState before, Observation seen) {
        return new Intake(settings, before, seen).nodes();
    }

    private SortedMap<NodeId, NodeState> nodes() {
        SortedMap<NodeId, NodeState> known = new TreeMap<>();
        SortedMap<NodeId, Metrics> samples = new TreeMap<>();
        for (Map.Entry<NodeId, NodeObservation> entry : seen.nodes().entrySet()) {
            NodeObservation node = entry.getValue();
            NodeState state = known(before.nodes().get(entry.getKey()), node);
            known.put(entry.getKey(), state);
            // A sequence that does not advance is a stuck source: yesterday's number is no sample of today.
            if (node.metrics() != null && node.sequence() > state.sequence()) {
                samples.put(entry.getKey(), node.metrics());
            }
        }
        SortedMap<NodeId, Load> loads = settings.load().loads(samples);
        SortedMap<NodeId, NodeState> after = new TreeMap<>();
        known.forEach((id, state) -> after.put(id, after(id, state, loads.get(id))));
        before.nodes().forEach((id, state) -> keepAbsent(after, id, state));
        return after;
    }

    private static NodeState known(@Nullable NodeState state, NodeObservation node) {
        if (state == null) {
            return NodeState.unknown(node);
        }
        return state.incarnation().equals(node.incarnation()) ? state : state.restarted(node);
    }

    private NodeState after(NodeId id, NodeState state, @Nullable Load load) {
        NodeObservation node = seen.nodes().get(id);
        double points = load == null ? Double.NaN : load.points();
        int window = settings.averaging().window();
        LoadAverage average = state.average().next(points, settings.averaging());
        boolean silent = average.isSilent(window);
        if (silent) {
            average = LoadAverage.empty();
        }
        boolean measured = !average.isEmpty()
                && average.coverage(window) >= settings.rule().leastCoverage();
        boolean alive = node != null && isAlive(node);
        boolean observed = measured && average.rounds() >= window;
        SensorSwings swings = silent
                ? SensorSwings.none()
                : load == null ? state.swings() : state.swings().next(points, before.round() + 1);
        return new NodeState(
                state.incarnation(),
                node == null ? state.sequence() : Math.max(state.sequence(), node.sequence()),
                average,
                swings,
                alive && measured ? state.stableRounds() + 1 : 0,
                !silent && (state.earned() || observed),
                load == null ? state.partial() && !silent : load.partial(),
                node == null ? state.capacity() : node.capacity(),
                state.lastPrimaryRound(),
                state.suspicion());
    }

    /** A node that is no longer part of the group is forgotten once it has been silent for a window. */
    private void keepAbsent(SortedMap<NodeId, NodeState> after, NodeId id, NodeState state) {
        if (after.containsKey(id)) {
            return;
        }
        NodeState absent = after(id, state, null);
        if (!absent.average().isEmpty() || id.equals(before.primary())) {
            after.put(id, absent);
        }
    }

    private boolean isAlive(NodeObservation node) {
        return !node.maintenance() && node.heartbeatAge().compareTo(settings.heartbeatTimeout()) <= 0;
    }
}
