package io.fairlead.placement;

import io.fairlead.Check;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a room goes, and why.
 *
 * @param basis what the answer rests on
 * @param chosen the instance, or null if there is none
 * @param checks every condition that was tested, in the order of testing
 * @param offers what each instance offered, in the order of their ids; empty where the room lives somewhere already
 * @param lot what was drawn, or null if nothing was
 */
public record Placement(
        Basis basis,
        @Nullable Candidate chosen,
        List<Check> checks,
        List<Offer> offers,
        @Nullable Lot lot) {

    /**
     * A drawn number.
     *
     * @param drawn the number, 0 or more and below the bound
     * @param bound how many numbers there were: the sum of the weights, or the instances of an even draw
     */
    public record Lot(long drawn, long bound) {}

    /** The placement in one English line, for example {@code gw-2: drawn by weight, 4711 of 0..10849}. */
    public String words() {
        String where = chosen == null ? "nowhere" : chosen.id().value();
        String what = lot == null ? "" : ", " + lot.drawn() + " of 0.." + (lot.bound() - 1);
        return where + ": " + basis.words() + what;
    }
}
