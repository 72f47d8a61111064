package io.fairlead.placement;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A term of the policy {@code fairlead}, each of which can be switched off to see what it is for. They belong together: the
 * growth reserve or the two draws without the rooms in flight, or those without the number of schedulers, make it worse.
 */
public enum Term {
    /** Young rooms have still to grow, and one heavy room must fit: {@code Y} and {@code k}. */
    GROWTH,
    /** Rooms that this scheduler placed and that no report shows yet: {@code q}. */
    IN_FLIGHT,
    /** The other schedulers place as many at the same time: {@code q} is multiplied by their number. */
    TIMES_SCHEDULERS,
    /** A machine that has just started counts as a smaller one: {@code r}. */
    WARM_UP,
    /** A reading far below what the rooms must cost is not believed. */
    SANITY_FLOOR,
    /** Two instances are drawn, and the one with the larger margin takes the room. */
    TWO_DRAWS,
    /** A larger machine is drawn more often: {@code C} in the weight. */
    CAPACITY;

    /** The name in configuration and on the wire, for example {@code in-flight}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The term of a name, or empty if there is none. */
    public static Optional<Term> of(String label) {
        return Arrays.stream(values())
                .filter(term -> term.label().equals(label))
                .findFirst();
    }
}
