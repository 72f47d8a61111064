package io.fairlead.primary;

import java.time.Duration;

/**
 * When a less loaded standby takes over: how much less loaded, for how long, and how soon after the last switch.
 *
 * @param hysteresis how much less loaded
 * @param confirmations rounds that the advantage must hold, each 1..20
 * @param warmUpWindows windows for which a candidate must have been stable, each 0..20
 * @param cooldown least time between load-driven switches
 * @param ceiling points above which a node counts as overloaded, above 0 and at most 100
 * @param leastCoverage share of the window's rounds that need a valid sample, above 0 and at most 1
 */
public record SwitchRule(
        Hysteresis hysteresis,
        ByGroupSize confirmations,
        ByGroupSize warmUpWindows,
        Cooldown cooldown,
        double ceiling,
        double leastCoverage) {

    /** Checks ranges; refuses naming the key, the value and the range. */
    public SwitchRule {
        checkEach("confirmations", confirmations, 1);
        checkEach("warm-up-windows", warmUpWindows, 0);
        if (!(ceiling > 0 && ceiling <= 100)) {
            throw new IllegalArgumentException("ceiling is " + ceiling + ": use above 0, at most 100");
        }
        if (!(leastCoverage > 0 && leastCoverage <= 1)) {
            throw new IllegalArgumentException("least-coverage is " + leastCoverage + ": use above 0, at most 1");
        }
    }

    /** The text's numbers: base 15, confirmations 4/3/2, warm-up 3/2/1 windows, cooldown 300 s and 180 s. */
    public static SwitchRule literal() {
        return new SwitchRule(
                new Hysteresis(15, 0, 0),
                new ByGroupSize(4, 3, 2),
                new ByGroupSize(3, 2, 1),
                new Cooldown(Duration.ofMinutes(5), Duration.ofMinutes(3), 0),
                85,
                0.5);
    }

    /**
     * The same with a floor of 12 points and 2.6 times the noise under the hysteresis, and no cooldown below 15
     * rounds: without a floor a large group switches on noise, because the least of many noisy averages is low by
     * chance.
     */
    public static SwitchRule floored() {
        SwitchRule literal = literal();
        return literal.with(literal.hysteresis().withFloor(12).withNoiseFactor(2.6))
                .with(literal.cooldown().withRounds(15));
    }

    /** The same with another hysteresis. */
    public SwitchRule with(Hysteresis other) {
        return new SwitchRule(other, confirmations, warmUpWindows, cooldown, ceiling, leastCoverage);
    }

    /** The same with other confirmations. */
    public SwitchRule withConfirmations(ByGroupSize other) {
        return new SwitchRule(hysteresis, other, warmUpWindows, cooldown, ceiling, leastCoverage);
    }

    /** The same with other warm-up windows. */
    public SwitchRule withWarmUpWindows(ByGroupSize other) {
        return new SwitchRule(hysteresis, confirmations, other, cooldown, ceiling, leastCoverage);
    }

    /** The same with another cooldown. */
    public SwitchRule with(Cooldown other) {
        return new SwitchRule(hysteresis, confirmations, warmUpWindows, other, ceiling, leastCoverage);
    }

    /** The same with another ceiling, in points. */
    public SwitchRule withCeiling(double other) {
        return new SwitchRule(hysteresis, confirmations, warmUpWindows, cooldown, other, leastCoverage);
    }

    /** The same with another least coverage, as a share. */
    public SwitchRule withLeastCoverage(double other) {
        return new SwitchRule(hysteresis, confirmations, warmUpWindows, cooldown, ceiling, other);
    }

    private static void checkEach(String key, ByGroupSize numbers, int least) {
        for (int k = 2; k <= 4; k++) {
            int number = numbers.at(k);
            if (number < least || number > 20) {
                throw new IllegalArgumentException(key + " (k=" + k + ") is " + number + ": use " + least + " to 20");
            }
        }
    }
}
