package io.fairlead;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Shows numbers the same way on every machine: a dot, at most two decimals, no exponent. */
final class Numbers {

    private Numbers() {}

    static String show(double value) {
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "unlimited" : "-unlimited";
        }
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
