package io.fairlead.simulator.rooms;

import java.util.List;

/**
 * What came out of a run.
 *
 * @param nodes the machines, in the order of the samples' columns
 * @param samples one a second, from the time on from which the run counts
 * @param tallies what was counted
 */
public record RoomOutcome(List<RoomNode> nodes, List<RoomSample> samples, RoomTallies tallies) {

    /** Keeps the lists as they are. */
    public RoomOutcome {
        nodes = List.copyOf(nodes);
        samples = List.copyOf(samples);
    }
}
