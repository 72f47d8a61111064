package io.fairlead.placement;

/**
 * The random source of a placement. It is an argument, so that a placement can be replayed from the number that was drawn.
 */
@FunctionalInterface
public interface Draw {

    /**
     * A number that is equally likely to be any of 0 (inclusive) to the bound (exclusive).
     *
     * @param bound 1 or more
     */
    long below(long bound);
}
