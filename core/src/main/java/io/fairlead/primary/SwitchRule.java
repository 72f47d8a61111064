package io.fairlead.primary;

import java.time.Duration;

/**
 * When a less loaded standby takes over: how much less loaded, for how long, and how soon after the last switch.
 *
 * @param hysteresisBase points by which a candidate must be less loaded at k = 2, above 0 and at most 100; at a
 *     larger k the base is multiplied by 2/k
 * @param hysteresisFloor points that the hysteresis never goes below, 0..100; 0 for none
 * @param noiseFactor how many times the nodes' noise the hysteresis is at least, 0..10; 0 for none
 * @param confirmations rounds that the advantage must hold, each 1..20
 * @param warmUpWindows windows for which a candidate must have been stable, each 0..20
 * @param cooldownPair least time between load-driven switches at k = 2
 * @param cooldownMore least time between load-driven switches at k &gt;= 3
 * @param cooldownRounds least number of rounds that any cooldown spans, 0..100
 * @param ceiling points above which a node counts as overloaded, above 0 and at most 100
 * @param leastCoverage share of the window's rounds that need a valid sample, above 0 and at most 1
 */
public record SwitchRule(
        double hysteresisBase,
        double hysteresisFloor,
        double noiseFactor,
        ByGroupSize confirmations,
        ByGroupSize warmUpWindows,
        Duration cooldownPair,
        Duration cooldownMore,
        int cooldownRounds,
        double ceiling,
        double leastCoverage) {

    /** Checks ranges; refuses naming the key, the value and the range. */
    public SwitchRule {
        check("hysteresis-base", hysteresisBase > 0 && hysteresisBase <= 100, hysteresisBase, "above 0, at most 100");
        check("hysteresis-floor", hysteresisFloor >= 0 && hysteresisFloor <= 100, hysteresisFloor, "0 to 100");
        check("noise-factor", noiseFactor >= 0 && noiseFactor <= 10, noiseFactor, "0 to 10");
        checkEach("confirmations", confirmations, 1);
        checkEach("warm-up-windows", warmUpWindows, 0);
        check("cooldown (k=2)", isCooldown(cooldownPair), cooldownPair, "0s to 24h");
        check("cooldown (k>=3)", isCooldown(cooldownMore), cooldownMore, "0s to 24h");
        check("cooldown-rounds", cooldownRounds >= 0 && cooldownRounds <= 100, cooldownRounds, "0 to 100");
        check("ceiling", ceiling > 0 && ceiling <= 100, ceiling, "above 0, at most 100");
        check("least-coverage", leastCoverage > 0 && leastCoverage <= 1, leastCoverage, "above 0, at most 1");
    }

    /** The text's numbers: base 15, confirmations 4/3/2, warm-up 3/2/1 windows, cooldown 300 s and 180 s. */
    public static SwitchRule literal() {
        return new SwitchRule(
                15,
                0,
                0,
                new ByGroupSize(4, 3, 2),
                new ByGroupSize(3, 2, 1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(3),
                0,
                85,
                0.5);
    }

    /**
     * The same with a floor of 12 points and 2.6 times the noise under the hysteresis, and no cooldown below 15
     * rounds: without a floor a large group switches on noise, because the least of many noisy averages is low by
     * chance.
     */
    public static SwitchRule floored() {
        return literal().withFloor(12, 2.6).withCooldownRounds(15);
    }

    /** The same with another base. */
    public SwitchRule withHysteresisBase(double base) {
        return new SwitchRule(
                base,
                hysteresisFloor,
                noiseFactor,
                confirmations,
                warmUpWindows,
                cooldownPair,
                cooldownMore,
                cooldownRounds,
                ceiling,
                leastCoverage);
    }

    /** The same with another floor and noise factor. */
    public SwitchRule withFloor(double floor, double factor) {
        return new SwitchRule(
                hysteresisBase,
                floor,
                factor,
                confirmations,
                warmUpWindows,
                cooldownPair,
                cooldownMore,
                cooldownRounds,
                ceiling,
                leastCoverage);
    }

    /** The same with other confirmations. */
    public SwitchRule withConfirmations(ByGroupSize other) {
        return new SwitchRule(
                hysteresisBase,
                hysteresisFloor,
                noiseFactor,
                other,
                warmUpWindows,
                cooldownPair,
                cooldownMore,
                cooldownRounds,
                ceiling,
                leastCoverage);
    }

    /** The same with other warm-up windows. */
    public SwitchRule withWarmUpWindows(ByGroupSize other) {
        return new SwitchRule(
                hysteresisBase,
                hysteresisFloor,
                noiseFactor,
                confirmations,
                other,
                cooldownPair,
                cooldownMore,
                cooldownRounds,
                ceiling,
                leastCoverage);
    }

    /** The same with other cooldowns at k = 2 and above. */
    public SwitchRule withCooldown(Duration pair, Duration more) {
        return new SwitchRule(
                hysteresisBase,
                hysteresisFloor,
                noiseFactor,
                confirmations,
                warmUpWindows,
                pair,
                more,
                cooldownRounds,
                ceiling,
                leastCoverage);
    }

    /** The same with another least number of rounds in a cooldown. */
    public SwitchRule withCooldownRounds(int rounds) {
        return new SwitchRule(
                hysteresisBase,
                hysteresisFloor,
                noiseFactor,
                confirmations,
                warmUpWindows,
                cooldownPair,
                cooldownMore,
                rounds,
                ceiling,
                leastCoverage);
    }

    /** The same with another ceiling. */
    public SwitchRule withCeiling(double points) {
        return new SwitchRule(
                hysteresisBase,
                hysteresisFloor,
                noiseFactor,
                confirmations,
                warmUpWindows,
                cooldownPair,
                cooldownMore,
                cooldownRounds,
                points,
                leastCoverage);
    }

    /**
     * The hysteresis in points before noise is looked at: {@code max(floor, base x 2/k)}. Defined for k &gt;= 2 only;
     * with fewer nodes there is nothing to compare.
     */
    public double hysteresis(int k) {
        if (k < 2) {
            throw new IllegalArgumentException("k is " + k + ": a hysteresis needs at least two nodes");
        }
        return Math.max(hysteresisFloor, hysteresisBase * 2 / k);
    }

    /** The hysteresis in points against a given noise: {@code max(floor, factor x noise, base x 2/k)}. */
    public double hysteresis(int k, double noise) {
        return Math.max(hysteresis(k), noiseFactor * noise);
    }

    /** The cooldown at a group size, for rounds of the given length. */
    public Duration cooldown(int k, Duration sampleInterval) {
        Duration byTime = k <= 2 ? cooldownPair : cooldownMore;
        Duration byRounds = sampleInterval.multipliedBy(cooldownRounds);
        return byTime.compareTo(byRounds) >= 0 ? byTime : byRounds;
    }

    private static void checkEach(String key, ByGroupSize numbers, int least) {
        for (int k = 2; k <= 4; k++) {
            int number = numbers.at(k);
            check(key + " (k=" + k + ")", number >= least && number <= 20, number, least + " to 20");
        }
    }

    private static boolean isCooldown(Duration duration) {
        return !duration.isNegative() && duration.compareTo(Duration.ofHours(24)) <= 0;
    }

    private static void check(String key, boolean holds, Object value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(key + " is " + value + ": use " + range);
        }
    }
}
