package io.fairlead.placement;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What one instance offers the next room.
 *
 * @param candidate the instance
 * @param margin its margin by its newest report, or null if that is not known
 * @param live whether the instance may take a room at all, whatever its load
 * @param failed the first question that keeps it out of the draw by weight, or null if it takes part
 * @param outlook what is ahead of it, by which it is weighed; null under {@code safety-margin}, and where the margin is not
 *     known
 */
public record Offer(
        Candidate candidate,
        @Nullable Margin margin,
        boolean live,
        @Nullable PlacementQuestion failed,
        @Nullable Outlook outlook) {

    /** The weight in the draw, 0 if the instance takes no part in it; a whole number under {@code safety-margin}. */
    public double weight() {
        if (failed != null || margin == null) {
            return 0;
        }
        return outlook == null ? margin.weight() : outlook.weight();
    }

    /** The points left per resource that count: corrected where there is an outlook; null if unknown. */
    public @Nullable SortedMap<String, Double> distances() {
        if (outlook != null) {
            return outlook.distances();
        }
        return margin == null ? null : margin.distances();
    }

    /** The resource that is nearest to its ceiling, or null if the margin is not known. */
    public @Nullable String binding() {
        if (outlook != null) {
            return outlook.binding();
        }
        return margin == null ? null : margin.binding();
    }

    /** The margin that counts, in points: the corrected one where there is an outlook, which may be negative; NaN if unknown. */
    public double points() {
        if (outlook != null) {
            return outlook.points();
        }
        return margin == null ? Double.NaN : margin.points();
    }
}
