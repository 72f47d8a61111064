package io.fairlead.simulator.rooms;

import java.util.SplittableRandom;

/**
 * What rooms cost and how long they live: four of five are idle, one is in battle.
 *
 * @param meanLifeS mean life in seconds before it is capped, above 0
 * @param lifeSigma spread of the life: the standard deviation of its logarithm
 */
public record RoomMix(double meanLifeS, double lifeSigma) {

    static final int STEPS = 5;
    static final double FIRST_LEVEL = 0.15;

    private static final double BATTLE_SHARE = 0.2;
    private static final double IDLE_CORES = 0.008;
    private static final double IDLE_SIGMA = 0.8;
    private static final double BATTLE_CORES = 0.10;
    private static final double BATTLE_SIGMA = 0.9;
    private static final double MOST_CORES = 0.8;
    private static final double LONGEST_IN_MEANS = 6;
    private static final double GROWTH_S = 20;
    private static final double LEAST_GB = 0.027;
    private static final double MOST_GB = 0.033;

    /** Rooms of 300 s, the usual ones. */
    public static RoomMix usual() {
        return new RoomMix(300, 1.2);
    }

    /** Rooms of 60 s. */
    public static RoomMix brief() {
        return new RoomMix(60, 0.8);
    }

    /**
     * What one room needs.
     *
     * @param cores CPU once it has grown
     * @param memoryGb memory, from its start
     * @param lifeS how long it lives from its start
     * @param growthS how long it grows, in {@link #STEPS} equal steps
     * @param ageS how old it is at the start of the run; 0 for one that arrives
     * @param clients how many clients ask for it
     */
    record Demand(double cores, double memoryGb, double lifeS, double growthS, double ageS, int clients) {

        /** The share of its load that a room has after so many steps of growth. */
        static double level(int steps) {
            return FIRST_LEVEL + (1 - FIRST_LEVEL) * steps / STEPS;
        }
    }

    /** A room that arrives. */
    Demand arriving(SplittableRandom random) {
        return demand(random, life(random), 0);
    }

    /** A room that lives already in a steady world: a long life is met more often, at any age. */
    Demand living(SplittableRandom random) {
        double life = life(random);
        while (random.nextDouble() * LONGEST_IN_MEANS * meanLifeS > life) {
            life = life(random);
        }
        return demand(random, life, random.nextDouble() * life);
    }

    private Demand demand(SplittableRandom random, double life, double age) {
        boolean battle = random.nextDouble() < BATTLE_SHARE;
        double cores = battle
                ? Draws.lognormal(random, BATTLE_CORES, BATTLE_SIGMA)
                : Draws.lognormal(random, IDLE_CORES, IDLE_SIGMA);
        double memory = LEAST_GB + (MOST_GB - LEAST_GB) * random.nextDouble();
        double growth = Draws.exponential(random, GROWTH_S);
        return new Demand(Math.min(cores, MOST_CORES), memory, life, growth, age, battle ? 2 : 1);
    }

    private double life(SplittableRandom random) {
        return Math.min(Draws.lognormal(random, meanLifeS, lifeSigma), LONGEST_IN_MEANS * meanLifeS);
    }

    /** The mean life in seconds. */
    double lifeS() {
        return Draws.meanOf(z -> lifeAt(z));
    }

    /** The mean of what a room uses in its whole life, in core-seconds: so many cores are busy per room that arrives a second. */
    double coreSeconds() {
        double cores =
                BATTLE_SHARE * Draws.meanOf(z -> Math.min(MOST_CORES, Draws.lognormalAt(z, BATTLE_CORES, BATTLE_SIGMA)))
                        + (1 - BATTLE_SHARE) * IDLE_CORES;
        return cores * Draws.meanOf(z -> grownSeconds(lifeAt(z)));
    }

    private double lifeAt(double z) {
        return Math.min(Draws.lognormalAt(z, meanLifeS, lifeSigma), LONGEST_IN_MEANS * meanLifeS);
    }

    /** A life less what growth takes from it: step k is reached after k/5 of a time that is exponential. */
    private static double grownSeconds(double life) {
        double lost = 0;
        for (int k = 1; k <= STEPS; k++) {
            double mean = GROWTH_S * k / STEPS;
            lost += (1 - FIRST_LEVEL) / STEPS * mean * (1 - StrictMath.exp(-life / mean));
        }
        return life - lost;
    }
}
