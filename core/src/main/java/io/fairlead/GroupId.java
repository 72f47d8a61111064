package io.fairlead;

/**
 * The name of one device group, within which one node is primary.
 *
 * <p>Ids differ when their characters differ: upper and lower case are different ids, and nothing is
 * trimmed or shortened. Ids order by their characters.
 *
 * @param value 1..128 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit
 */
public record GroupId(String value) implements Id, Comparable<GroupId> {

    /** Checks the id rule; an id outside it is refused with {@link IllegalArgumentException}. */
    public GroupId {
        IdRule.check("group", value);
    }

    @Override
    public int compareTo(GroupId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
