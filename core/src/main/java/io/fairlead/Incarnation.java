package io.fairlead;

/**
 * One run of a process: a name that it chooses at random at its start, so that a restarted process is told from the one
 * before.
 *
 * @param value 1..64 hexadecimal digits {@code 0-9a-f}
 */
public record Incarnation(String value) {

    /** Checks the rule; anything else is refused with {@link IllegalArgumentException}. */
    public Incarnation {
        check(value);
    }

    /** Refuses a text that cannot be an incarnation, as the constructor does. */
    public static void check(String value) {
        boolean digits = value.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
        if (value.isEmpty() || value.length() > 64 || !digits) {
            throw new IllegalArgumentException("incarnation is not 1..64 hexadecimal digits 0-9a-f");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
