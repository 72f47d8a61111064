package io.fairlead;

/**
 * The name of one room, or of any other long-lived thing that lives on one instance of a service.
 *
 * <p>Ids differ when their characters differ: upper and lower case are different ids, and nothing is
 * trimmed or shortened. Ids order by their characters.
 *
 * @param value 1..128 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit
 */
public record RoomId(String value) implements Id, Comparable<RoomId> {

    /** Checks the id rule; an id outside it is refused with {@link IllegalArgumentException}. */
    public RoomId {
        IdRule.check("room", value);
    }

    @Override
    public int compareTo(RoomId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
