package io.fairlead.manager.loop;

import java.time.Duration;
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

    /** The same, looked at some time later. */
    public Earlier after(Duration span) {
        return new Earlier(
                groups.stream()
                        .map(past ->
                                new GroupMemory.Past(past.memory(), past.ago().plus(span)))
                        .toList(),
                facts.stream()
                        .map(past -> new Fact.Past(past.fact(), past.ago().plus(span)))
                        .toList());
    }
}
