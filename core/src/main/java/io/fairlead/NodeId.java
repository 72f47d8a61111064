package io.fairlead;

/**
 * The name of one node of a group.
 *
 * <p>Ids differ when their characters differ: upper and lower case are different ids, and nothing is
 * trimmed or shortened. Ids order by their characters, which is the last tie-break of every decision.
 *
 * @param value 1..128 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit
 */
public record NodeId(String value) implements Id, Comparable<NodeId> {

    /** Checks the id rule; an id outside it is refused with {@link IllegalArgumentException}. */
    public NodeId {
        IdRule.check("node", value);
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
