package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Observation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was true, seen and said in one round of a world.
 *
 * @param round its number, from 1
 * @param at its end, since the world's start
 * @param holder who had the role during the round, or null
 * @param machines what is true of every machine, in the order of their ids
 * @param seen what the policy was told
 * @param verdict what it said
 */
public record RoundFacts(
        long round,
        Duration at,
        @Nullable NodeId holder,
        List<MachineFacts> machines,
        Observation seen,
        Verdict verdict) {

    /** The facts of one machine; refuses an id that is not of the world. */
    public MachineFacts machine(NodeId id) {
        for (MachineFacts machine : machines) {
            if (machine.id().equals(id)) {
                return machine;
            }
        }
        throw new IllegalArgumentException("no machine is called " + id);
    }
}
