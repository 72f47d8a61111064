package io.fairlead.manager.loop;

import java.util.List;

/**
 * What earlier processes left behind.
 *
 * @param groups all groups as they were in the last snapshot
 * @param acts the audit as it was in the last snapshot
 * @param facts what happened since, in order
 */
public record Earlier(List<GroupMemory.Past> groups, List<Act> acts, List<Fact.Past> facts) {

    /** Copies the lists. */
    public Earlier {
        groups = List.copyOf(groups);
        acts = List.copyOf(acts);
        facts = List.copyOf(facts);
    }

    /** There was no earlier process. */
    public static Earlier none() {
        return new Earlier(List.of(), List.of(), List.of());
    }
}
