package io.fairlead;

/**
 * The name of one instance of a service: one process that takes rooms.
 *
 * <p>Ids differ when their characters differ: upper and lower case are different ids, and nothing is
 * trimmed or shortened. Ids order by their characters, which is the order in which a
 * draw walks the instances.
 *
 * @param value 1..128 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit
 */
public record InstanceId(String value) implements Id, Comparable<InstanceId> {

    /** Checks the id rule; an id outside it is refused with {@link IllegalArgumentException}. */
    public InstanceId {
        IdRule.check("instance", value);
    }

    @Override
    public int compareTo(InstanceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
