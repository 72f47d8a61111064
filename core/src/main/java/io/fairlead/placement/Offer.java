package io.fairlead.placement;

import org.jspecify.annotations.Nullable;

/**
 * What one instance offers the next room.
 *
 * @param candidate the instance
 * @param margin its margin by its newest report, or null if that is not known
 * @param live whether the instance may take a room at all, whatever its load
 * @param failed the first question that keeps it out of the draw by weight, or null if it takes part
 */
public record Offer(
        Candidate candidate,
        @Nullable Margin margin,
        boolean live,
        @Nullable PlacementQuestion failed) {

    /** The weight in the draw, 0 if the instance takes no part in it. */
    public int weight() {
        return failed == null && margin != null ? margin.weight() : 0;
    }
}
