package io.fairlead.placement;

/**
 * What a grown room of a service costs, as the reports of all its instances show it.
 *
 * @param cores cores that a room uses, 0 or more; 0 while nothing is known
 * @param bytes bytes of memory that a room uses, 0 or more; 0 while nothing is known
 */
public record RoomCost(double cores, double bytes) {

    /** Checks ranges; refuses naming the key, the value and the range. */
    public RoomCost {
        check("cores", cores);
        check("bytes", bytes);
    }

    private static void check(String key, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(key + " of a room is " + value + ": use 0 or more");
        }
    }

    /** Before any room has grown. */
    public static RoomCost unknown() {
        return new RoomCost(0, 0);
    }
}
