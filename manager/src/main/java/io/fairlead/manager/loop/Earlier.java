package io.fairlead.manager.loop;

import java.util.List;

/**
 * What earlier processes left behind.
 *
 * @param groups all groups as they were in the last snapshot
 * @param facts what happened since, in order
 */
public record Earlier(List<GroupMemory.Past> groups, List<Fact.Past> facts) {

    /** Copies the lists. */
    public Earlier {
        groups = List.copyOf(groups);
        facts = List.copyOf(facts);
    }

    /** There was no earlier process. */
    public static Earlier none() {
        return new Earlier(List.of(), List.of());
    }
}
