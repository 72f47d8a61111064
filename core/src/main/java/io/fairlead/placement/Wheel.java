package io.fairlead.placement;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The weighted draw with weights that are no whole numbers. */
final class Wheel {

    /** As many numbers as a double holds exactly. */
    static final long NUMBERS = 1L << 53;

    private final List<Offer> offers;
    private final double[] sums;

    Wheel(List<Offer> offers, ToDoubleFunction<Offer> weight) {
        this.offers = offers;
        this.sums = new double[offers.size()];
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += weight.applyAsDouble(offers.get(i));
            sums[i] = sum;
        }
    }

    /** The sum of all weights. */
    double total() {
        return sums.length == 0 ? 0 : sums[sums.length - 1];
    }

    /**
     * The offer on which a drawn number of 0 to below {@link #NUMBERS} falls: the first, in the order of the list, with which
     * the running sum is above its part of the total. So an offer without weight is never met.
     */
    Offer at(long drawn) {
        double point = total() * ((double) drawn / NUMBERS);
        int met = 0;
        while (sums[met] <= point) {
            met++;
        }
        return offers.get(met);
    }
}
