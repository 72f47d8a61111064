package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySelector;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Standing;
import java.util.SortedSet;
import java.util.TreeSet;

/** The real decision core as a policy. */
public final class FairleadPolicy implements PrimaryPolicy {

    private final PrimarySelector selector;
    private GroupState state = GroupState.initial();

    /** A policy of the given settings for a group of which nothing is known. */
    public FairleadPolicy(PrimarySettings settings) {
        this.selector = new PrimarySelector(settings);
    }

    @Override
    public String name() {
        return selector.settings().profile().label();
    }

    /** The settings that the core decides by. */
    public PrimarySettings settings() {
        return selector.settings();
    }

    @Override
    public Verdict decide(Observation seen) {
        Evaluation evaluation = selector.evaluate(state, seen);
        state = evaluation.next();
        SortedSet<NodeId> eligible = new TreeSet<>();
        for (Standing standing : evaluation.standings().values()) {
            if (standing.eligible()) {
                eligible.add(standing.node());
            }
        }
        return new Verdict(
                evaluation.decision(), state.primary(), eligible, evaluation.alarms(), evaluation.roleLoad());
    }

    @Override
    public void forget() {
        state = GroupState.initial();
    }

    /** The group's memory after the last round. */
    public GroupState state() {
        return state;
    }
}
