package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The books of one run: what the choice of primaries cost, held against hindsight.
 *
 * <p>A round's load is what was measured over the time that ended with the round, so it is charged to the node that
 * had the role during that time; a change that a round decides counts from the next one. Rounds in which the primary
 * or all others are unmeasured are left out of cost, optimum and floor alike.
 */
final class Ledger {

    /** A switch back within this time undoes the first one, or within so many rounds if those take longer. */
    private static final Duration UNDO_SPAN = Duration.ofMinutes(15);

    private static final int UNDO_ROUNDS = 30;

    private final List<NodeId> nodes;
    private final double seconds;
    private final double switchCost;
    private final Hindsight hindsight;
    private final List<Change> changes = new ArrayList<>();
    private long counted;
    private double load;
    private double cost;
    private double regret;

    Ledger(List<NodeId> nodes, Duration interval, double switchCost) {
        this.nodes = nodes;
        this.seconds = interval.toMillis() / 1000.0;
        this.switchCost = switchCost;
        this.hindsight = new Hindsight(nodes.size(), switchCost);
    }

    /**
     * Books one round.
     *
     * @param loads what every node's load is as primary, in points; NaN where it is not measured
     * @param holder who had the role during the round
     * @param eligible who could have been chosen
     */
    void add(double[] loads, @Nullable NodeId holder, SortedSet<NodeId> eligible) {
        int held = holder == null ? -1 : nodes.indexOf(holder);
        if (held < 0 || Double.isNaN(loads[held])) {
            return;
        }
        double least = loads[held];
        boolean others = false;
        for (int i = 0; i < loads.length; i++) {
            if (i == held || Double.isNaN(loads[i])) {
                continue;
            }
            others = true;
            if (loads[i] < least && eligible.contains(nodes.get(i))) {
                least = loads[i];
            }
        }
        if (!others) {
            return;
        }
        counted++;
        load += loads[held];
        cost += loads[held] * seconds;
        regret += loads[held] - least;
        hindsight.add(loads, seconds);
    }

    void add(Change change) {
        changes.add(change);
    }

    /** Every node has left; whoever comes later is a new group. */
    void groupEnded() {
        hindsight.restart();
    }

    Account close() {
        long switches = changes.stream().filter(Change::isSwitch).count();
        return new Account(
                List.copyOf(changes),
                (int) switches,
                undone(),
                counted,
                counted == 0 ? Double.NaN : load / counted,
                counted == 0 ? Double.NaN : regret / counted,
                cost + switchCost * switches,
                hindsight.optimum(),
                hindsight.floor(),
                switchCost);
    }

    /** A switch is undone when the node before it is primary again soon. */
    private int undone() {
        double limit = Math.max(UNDO_SPAN.toMillis() / 1000.0, UNDO_ROUNDS * seconds);
        int undone = 0;
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.isSwitch() && change.from() != null && isUndone(i, limit)) {
                undone++;
            }
        }
        return undone;
    }

    private boolean isUndone(int index, double limit) {
        Change change = changes.get(index);
        for (int i = index + 1; i < changes.size(); i++) {
            Change later = changes.get(i);
            if ((later.round() - change.round()) * seconds > limit) {
                return false;
            }
            if (later.to().equals(change.from())) {
                return true;
            }
        }
        return false;
    }
}
