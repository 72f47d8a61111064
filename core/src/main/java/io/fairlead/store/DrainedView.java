package io.fairlead.store;

import io.fairlead.InstanceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The instances of a service as they are to be decided on: whoever is ordered to drain does, whether or not it has heard of it.
 *
 * @param view its instances
 * @param drains the orders that stand for a process in the view, by the id of its instance
 */
public record DrainedView(ServiceView view, SortedMap<InstanceId, Drain> drains) {

    /** Copies the map. */
    public DrainedView {
        drains = Collections.unmodifiableSortedMap(new TreeMap<>(drains));
    }

    /**
     * A view with the orders in it. One for a process that is not there, or that has another one after it, counts for nobody.
     *
     * @param seen the instances as they report themselves
     * @param ordered the orders that are remembered
     */
    public static DrainedView of(ServiceView seen, Collection<Drain> ordered) {
        SortedMap<InstanceId, Drain> standing = new TreeMap<>();
        for (Drain drain : ordered) {
            Candidate process = seen.find(drain.process().instance());
            if (process != null && process.owner().equals(drain.process())) {
                standing.put(process.id(), drain);
            }
        }
        List<Candidate> candidates = new ArrayList<>(seen.candidates().size());
        for (Candidate candidate : seen.candidates()) {
            boolean drains =
                    standing.containsKey(candidate.id()) && candidate.report().state() == InstanceState.UP;
            candidates.add(drains ? draining(candidate) : candidate);
        }
        return new DrainedView(seen.with(candidates), standing);
    }

    private static Candidate draining(Candidate candidate) {
        return new Candidate(
                candidate.instance(), candidate.report().with(InstanceState.DRAINING), candidate.sampleAge());
    }

    /** Whether the rooms of a process are to be given other homes. */
    public boolean mustMove(Owner process) {
        Drain drain = drains.get(process.instance());
        return drain != null
                && drain.process().equals(process)
                && drain.isOverdue()
                && drain.wish().then() == Drain.Then.MOVE;
    }

    /** The same with another view of the same instances, for example a later one. */
    public DrainedView with(ServiceView other) {
        return new DrainedView(other, drains);
    }
}
