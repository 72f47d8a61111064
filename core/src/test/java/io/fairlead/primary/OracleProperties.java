package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.NodeId;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The core against the oracle, over random worlds. */
class OracleProperties {

    private static final Offset<Double> EXACT = within(1e-9);

    /** What both must agree on, besides the numbers. */
    private record Outcome(
            Decision.Kind kind,
            Reason reason,
            @Nullable Cause cause,
            @Nullable NodeId to,
            @Nullable NodeId candidate,
            int k,
            int streak,
            int nextStreak,
            @Nullable NodeId primary,
            long switchesWithoutGain) {}

    @Test
    void theCoreDecidesEveryRoundAsTheOracleDoes() {
        Worlds.forEach(70, seed -> world(seed, evaluation -> {}));
    }

    /** Plays one world on both, comparing every round. */
    static void world(long seed, Consumer<Evaluation> watcher) {
        Worlds.World world = new Worlds.World(seed);
        PrimarySelector core = new PrimarySelector(world.settings);
        DumbSelector oracle = new DumbSelector(world.settings);
        GroupState state = GroupState.initial();
        int rounds = world.dice.of(100, 300);
        for (int round = 1; round <= rounds; round++) {
            Observation seen = world.next(state.primary());
            Evaluation evaluation = core.evaluate(state, seen);
            DumbSelector.Answer answer = oracle.round(seen);
            state = evaluation.next();
            watcher.accept(evaluation);
            String number = "round " + round;
            compare(
                    what -> what + " in " + number + " of " + world.settings + "\n" + evaluation.decision() + "\n"
                            + answer,
                    evaluation,
                    answer,
                    oracle);
        }
    }

    private static void compare(
            UnaryOperator<String> where, Evaluation evaluation, DumbSelector.Answer answer, DumbSelector oracle) {
        Decision decision = evaluation.decision();
        Decision.Comparison numbers = decision.comparison();
        GroupState next = evaluation.next();
        assertThat(new Outcome(
                        decision.kind(),
                        decision.reason(),
                        decision.cause(),
                        decision.to(),
                        numbers.candidate(),
                        numbers.k(),
                        numbers.streak(),
                        next.streak(),
                        next.primary(),
                        next.switchesWithoutGain()))
                .as(() -> where.apply("outcome"))
                .isEqualTo(new Outcome(
                        answer.kind(),
                        answer.reason(),
                        answer.cause(),
                        answer.to(),
                        answer.candidate(),
                        answer.k(),
                        answer.streak(),
                        oracle.streak(),
                        oracle.primary(),
                        oracle.switchesWithoutGain()));
        equal(() -> where.apply("advantage"), numbers.advantage(), answer.advantage());
        equal(() -> where.apply("hysteresis"), numbers.hysteresis(), answer.hysteresis());
        Double roleLoad =
                evaluation.roleLoad().isKnown() ? evaluation.roleLoad().points() : Double.NaN;
        equal(() -> where.apply("role load"), roleLoad, oracle.roleLoad());
        for (Standing standing : evaluation.standings().values()) {
            NodeId id = standing.node();
            if (oracle.knows(id)) {
                equal(() -> where.apply("average of " + id), standing.average(), oracle.average(id));
            }
        }
    }

    private static void equal(Supplier<String> what, double core, double oracle) {
        if (!Double.isNaN(core) || !Double.isNaN(oracle)) {
            assertThat(core).as(what).isEqualTo(oracle, EXACT);
        }
    }
}
