package io.fairlead.placement;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How a placement came about, in words. */
final class PlacementWords {

    private PlacementWords() {}

    /** What follows the words of the basis. */
    static String how(Placement placement) {
        String by = by(placement);
        Placement.Second second = placement.second();
        if (second != null) {
            return by + ", " + drawn(second);
        }
        Placement.Lot lot = placement.lot();
        return lot == null ? by : by + ", " + lot.drawn() + " of 0.." + (lot.bound() - 1);
    }

    private static String by(Placement placement) {
        boolean weighed = placement.offers().stream().anyMatch(offer -> offer.outlook() != null);
        return switch (placement.basis()) {
            case ALL_FULL -> weighed ? ": drawn by capacity" : ": drawn evenly";
            case STALE -> placement.lot() == null ? ": as the room's name has it" : ": drawn by the last margins known";
            case AFFINITY, WEIGHTED, UNIFORM_FALLBACK, REFUSED, NO_INSTANCES -> "";
        };
    }

    private static String drawn(Placement.Second second) {
        Offer one = second.one();
        Offer other = second.other();
        if (one.candidate().id().equals(other.candidate().id())) {
            return "twice";
        }
        String both = with(one) + " against " + with(other);
        return Double.compare(one.points(), other.points()) == 0
                ? both + ": equal, the first by id"
                : both + ": the larger margin";
    }

    private static String with(Offer offer) {
        return offer.candidate().id() + " (margin " + points(offer.points()) + ")";
    }

    static String points(double points) {
        return BigDecimal.valueOf(points).setScale(1, RoundingMode.HALF_UP).toPlainString();
    }
}
