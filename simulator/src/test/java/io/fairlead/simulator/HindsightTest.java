package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.NodeId;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HindsightTest {

    private static final double SECONDS = 5;

    /** Tries every way to place the role, one node per round. */
    private static double bruteForce(List<double[]> rounds, double switchCost, int round, int at) {
        if (round == rounds.size()) {
            return 0;
        }
        double least = Double.POSITIVE_INFINITY;
        double[] loads = rounds.get(round);
        for (int i = 0; i < loads.length; i++) {
            if (!Double.isNaN(loads[i])) {
                double move = at < 0 || at == i ? 0 : switchCost;
                double rest = bruteForce(rounds, switchCost, round + 1, i);
                least = Math.min(least, move + loads[i] * SECONDS + rest);
            }
        }
        return least;
    }

    @Test
    void theOptimumIsThatOfTryingEverything() {
        SplittableRandom random = new SplittableRandom(42);
        for (int world = 0; world < 300; world++) {
            int nodes = 2 + random.nextInt(2);
            double switchCost = 1 + random.nextInt(600);
            Hindsight hindsight = new Hindsight(nodes, switchCost);
            List<double[]> rounds = new ArrayList<>();
            double floor = 0;
            for (int round = 0; round < 7; round++) {
                double[] loads = new double[nodes];
                double lowest = 100;
                for (int i = 0; i < nodes; i++) {
                    loads[i] = random.nextInt(101);
                    lowest = Math.min(lowest, loads[i]);
                }
                if (random.nextInt(4) == 0) {
                    int unknown = random.nextInt(nodes);
                    loads[unknown] = Double.NaN;
                    lowest = 100;
                    for (double load : loads) {
                        lowest = Double.isNaN(load) ? lowest : Math.min(lowest, load);
                    }
                }
                floor += lowest * SECONDS;
                rounds.add(loads);
                hindsight.add(loads, SECONDS);
            }
            assertThat(hindsight.optimum())
                    .as("world %d", world)
                    .isCloseTo(bruteForce(rounds, switchCost, 0, -1), within(1e-9));
            assertThat(hindsight.floor()).isCloseTo(floor, within(1e-9));
        }
    }

    @Test
    void aNewGroupStartsAnywhereForNothing() {
        Hindsight hindsight = new Hindsight(2, 1000);
        hindsight.add(new double[] {10, 90}, SECONDS);
        hindsight.restart();
        hindsight.add(new double[] {90, 10}, SECONDS);
        assertThat(hindsight.optimum()).isEqualTo(2 * 10 * SECONDS);
    }

    @Test
    void aSwitchHasToCostSomething() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Hindsight(2, 0))
                .withMessageContaining("switch-cost is 0.0: use point-seconds above 0");
    }

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    private static Ledger ledger() {
        return new Ledger(List.of(A, B), Duration.ofSeconds(5), 3000);
    }

    private static void book(Ledger ledger, @Nullable NodeId holder, double a, double b) {
        ledger.add(new double[] {a, b}, holder, new TreeSet<>(List.of(A, B)));
    }

    private static Change change(long round, @Nullable NodeId from, NodeId to, Cause cause) {
        Decision.Comparison none = new Decision.Comparison(null, Double.NaN, Double.NaN, 2, 0, 0);
        return new Change(round, Duration.ofSeconds(5 * round), from, to, cause, Reason.LESS_LOADED_STANDBY, none);
    }

    @Test
    void whereNothingHadToBeDoneTheRatioIsOneAndAFirstPrimaryIsNoSwitch() {
        Ledger ledger = ledger();
        ledger.add(change(1, null, A, Cause.BOOTSTRAP));
        for (int round = 0; round < 100; round++) {
            book(ledger, A, 20, 20 + round);
        }
        Account account = ledger.close();
        assertThat(account.ratio()).isEqualTo(1);
        assertThat(account.switches()).isZero();
        assertThat(account.regret()).isZero();
        assertThat(account.meanLoad()).isEqualTo(20);
        assertThat(account.cost()).isEqualTo(100 * 20 * 5);
    }

    @Test
    void roundsWhereThePrimaryOrAllOthersAreUnmeasuredAreLeftOut() {
        Ledger ledger = ledger();
        book(ledger, A, Double.NaN, 20);
        book(ledger, A, 20, Double.NaN);
        book(ledger, null, 20, 20);
        book(ledger, A, 30, 20);
        Account account = ledger.close();
        assertThat(account.counted()).isEqualTo(1);
        assertThat(account.cost()).isEqualTo(150);
        assertThat(account.floor()).isEqualTo(100);
        assertThat(account.optimum()).isEqualTo(100);
        assertThat(account.regret()).isEqualTo(10);
        assertThat(account.ratio()).isEqualTo(3050.0 / 3000);
    }

    @Test
    void anIneligibleNodeIsNoRegret() {
        Ledger ledger = ledger();
        ledger.add(new double[] {30, 20}, A, new TreeSet<>(List.of(A)));
        assertThat(ledger.close().regret()).isZero();
    }

    @Test
    void aSwitchIsUndoneWhenItsOldPrimaryHasTheRoleAgainWithinAQuarterOfAnHour() {
        Ledger ledger = ledger();
        ledger.add(change(1, null, A, Cause.BOOTSTRAP));
        ledger.add(change(100, A, B, Cause.PREFERENCE));
        ledger.add(change(280, B, A, Cause.PREFERENCE));
        ledger.add(change(461, A, B, Cause.PREFERENCE));
        Account account = ledger.close();
        assertThat(account.switches()).isEqualTo(3);
        assertThat(account.undone()).isEqualTo(1);
    }

    @Test
    void inCoarseRoundsItIsUndoneWithinThirtyRounds() {
        Ledger ledger = new Ledger(List.of(A, B), Duration.ofMinutes(5), 3000);
        ledger.add(change(100, A, B, Cause.PREFERENCE));
        ledger.add(change(130, B, A, Cause.PREFERENCE));
        ledger.add(change(161, A, B, Cause.PREFERENCE));
        assertThat(ledger.close().undone()).isEqualTo(1);
    }
}
