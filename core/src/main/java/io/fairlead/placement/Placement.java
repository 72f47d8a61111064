package io.fairlead.placement;

import io.fairlead.Check;
import java.time.Duration;
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
 * @param second the second of two draws, or null if there was none
 * @param retryAfter where the room was refused, when it is worth asking again; else null
 */
public record Placement(
        Basis basis,
        @Nullable Candidate chosen,
        List<Check> checks,
        List<Offer> offers,
        @Nullable Lot lot,
        @Nullable Second second,
        @Nullable Duration retryAfter) {

    /** A placement of at most one draw. */
    public Placement(
            Basis basis, @Nullable Candidate chosen, List<Check> checks, List<Offer> offers, @Nullable Lot lot) {
        this(basis, chosen, checks, offers, lot, null, null);
    }

    /**
     * A drawn number.
     *
     * @param drawn the number, 0 or more and below the bound
     * @param bound how many numbers there were: the sum of the weights, the instances of an even draw, or 2^53 where the
     *     weights are no whole numbers
     */
    public record Lot(long drawn, long bound) {}

    /**
     * A second draw, and the two instances that were met. The one with the larger margin has the room; of equal ones the
     * first by id.
     *
     * @param lot what was drawn
     * @param one the instance of the first draw
     * @param other the instance of the second draw; it may be the same
     */
    public record Second(Lot lot, Offer one, Offer other) {

        Offer winner() {
            int more = Double.compare(one.points(), other.points());
            if (more == 0) {
                more = other.candidate().id().compareTo(one.candidate().id());
            }
            return more >= 0 ? one : other;
        }
    }

    /** The placement in one English line, for example {@code gw-2: drawn by weight, 4711 of 0..10849}. */
    public String words() {
        String where = chosen == null ? "nowhere" : chosen.id().value();
        return where + ": " + basis.words() + PlacementWords.how(this);
    }
}
