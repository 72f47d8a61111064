package io.fairlead;

/**
 * The name of one service, whose instances take rooms.
 *
 * <p>Ids differ when their characters differ: upper and lower case are different ids, and nothing is
 * trimmed or shortened. Ids order by their characters.
 *
 * @param value 1..128 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit
 */
public record ServiceId(String value) implements Id, Comparable<ServiceId> {

    /** Checks the id rule; an id outside it is refused with {@link IllegalArgumentException}. */
    public ServiceId {
        IdRule.check("service", value);
    }

    @Override
    public int compareTo(ServiceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
