package io.fairlead.placement;

import java.util.List;

/** The weighted draw of the method's text, section 3.2. */
final class Roulette {

    private Roulette() {}

    /** The sum of the weights: a {@code long}, which no number of instances overflows. */
    static long total(List<Offer> offers) {
        long total = 0;
        for (Offer offer : offers) {
            total += (long) offer.weight();
        }
        return total;
    }

    /**
     * The offer on which a drawn number falls: the first, in the order of the list, with which the running sum of the weights
     * is above the number. So an offer without weight is never met.
     *
     * @param drawn 0 or more and below the total
     */
    static Offer at(List<Offer> offers, long drawn) {
        long sum = 0;
        for (Offer offer : offers) {
            sum += (long) offer.weight();
            if (drawn < sum) {
                return offer;
            }
        }
        throw new IllegalArgumentException("drew " + drawn + " of weights whose sum is " + sum);
    }
}
