package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Reason;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The policy of a fixed primary: whoever has the role keeps it until it dies; load is never looked at. */
public final class NeverSwitch implements PrimaryPolicy {

    private static final RoleLoad.Estimate UNKNOWN = new RoleLoad.Estimate(0, 0, RoleLoad.Source.UNKNOWN);

    private final Duration heartbeatTimeout;
    private @Nullable NodeId primary;
    private boolean bootstrapped;

    /** A policy that takes a node for dead when its last heartbeat is older than this. */
    public NeverSwitch(Duration heartbeatTimeout) {
        this.heartbeatTimeout = heartbeatTimeout;
    }

    @Override
    public String name() {
        return "never";
    }

    @Override
    public Verdict decide(Observation seen) {
        SortedSet<NodeId> alive = new TreeSet<>();
        for (Map.Entry<NodeId, NodeObservation> node : seen.nodes().entrySet()) {
            NodeObservation value = node.getValue();
            if (!value.maintenance() && value.heartbeatAge().compareTo(heartbeatTimeout) <= 0) {
                alive.add(node.getKey());
            }
        }
        NodeId before = primary;
        Decision decision;
        if (before != null && alive.contains(before)) {
            decision = decision(Decision.Kind.KEEP, Reason.LEAST_LOADED, null, before);
        } else if (alive.isEmpty()) {
            decision = decision(Decision.Kind.NO_PRIMARY, Reason.NO_NODE_ALIVE, null, null);
        } else {
            Reason reason = bootstrapped ? Reason.PRIMARY_LOST : Reason.BOOTSTRAP;
            Cause cause = bootstrapped ? Cause.FAILOVER : Cause.BOOTSTRAP;
            decision = decision(Decision.Kind.SWITCH, reason, cause, alive.first());
        }
        primary = decision.to();
        bootstrapped |= primary != null;
        return new Verdict(decision, primary, alive, List.of(), UNKNOWN);
    }

    @Override
    public void forget() {
        primary = null;
        bootstrapped = false;
    }

    private Decision decision(Decision.Kind kind, Reason reason, @Nullable Cause cause, @Nullable NodeId to) {
        Decision.Comparison none = new Decision.Comparison(null, Double.NaN, Double.NaN, 1, 0, 0);
        return new Decision(kind, reason, cause, primary, to, none);
    }
}
