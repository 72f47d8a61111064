package io.fairlead.client.machine;

import java.util.Locale;

/** What one reading of one metric gave: a load of 0..100 points (more is worse), or the reason why it is not known. */
public sealed interface Reading {
    /**
     * A value within 0..100.
     *
     * @param value what is reported, in points
     * @param raw what was computed before it was cut to 100, such as 100.8 for a little more than the whole quota
     */
    record Known(double value, double raw) implements Reading {
        /** Refuses a value that is not finite or outside 0..100: such a thing is {@link Unknown}. */
        public Known {
            if (!(value >= 0 && value <= 100)) {
                throw new IllegalArgumentException("value: found " + value + ", allowed 0..100");
            }
        }
    }

    /** No value, and why not, in words that a person can act on. */
    record Unknown(String reason) implements Reading {}

    /** A computed load: above 100 it is cut to 100, and what is not a finite number from 0 on is unknown. */
    static Reading of(double raw) {
        if (!Double.isFinite(raw)) {
            return new Unknown("computed " + raw + ", which is not a number");
        }
        if (raw < 0) {
            return new Unknown(String.format(Locale.ROOT, "computed %.1f, which is below zero", raw));
        }
        return new Known(Math.min(raw, 100), raw);
    }
}
