package io.fairlead.primary;

/**
 * A whole number that depends on the group size k.
 *
 * @param two its value at k = 2 and below
 * @param three its value at k = 3
 * @param more its value at k &gt;= 4
 */
public record ByGroupSize(int two, int three, int more) {

    /** Refuses negative values. */
    public ByGroupSize {
        if (two < 0 || three < 0 || more < 0) {
            throw new IllegalArgumentException(
                    "[" + two + ", " + three + ", " + more + "] has a negative value: use 0 or more");
        }
    }

    /** The value at a group size. */
    public int at(int k) {
        return k <= 2 ? two : k == 3 ? three : more;
    }
}
