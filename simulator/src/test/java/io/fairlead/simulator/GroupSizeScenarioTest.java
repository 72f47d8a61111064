package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Row 17 of the scenario table: the group goes from 2 to 1 to 2 to 3 nodes while the hysteresis is exceeded. */
class GroupSizeScenarioTest {

    private static final NodeId SECOND = new NodeId("n02");
    private static final NodeId THIRD = new NodeId("n03");

    private static final Duration ONE_ALIVE = Scenarios.EVENT.plusSeconds(55);
    private static final Duration TWO_ALIVE = ONE_ALIVE.plusMinutes(5);
    private static final Duration THREE_ALIVE = TWO_ALIVE.plusMinutes(12);

    /** n01 has the role and gets busier; n02 dies 55 s later and returns; n03 joins for the first time after that. */
    private static final World WORLD = World.quiet(3, Duration.ofHours(2))
            .with(Noise.none())
            .with(WorldEvent.on("n03", Duration.ZERO, new Effect.Dead()).lasting(THREE_ALIVE))
            .with(WorldEvent.on("n01", Scenarios.EVENT, new Effect.Busier(50)))
            .with(WorldEvent.on("n02", ONE_ALIVE, new Effect.Dead()).lasting(TWO_ALIVE.minus(ONE_ALIVE)));

    private final List<RoundFacts> rounds = new ArrayList<>();
    private final Outcome outcome = Play.play(Play.settings(Profile.STEADY), WORLD, 1, rounds::add);

    private RoundFacts at(Duration time) {
        return rounds.get((int) (time.toSeconds() / 5) - 1);
    }

    private Decision.Comparison comparisonAt(Duration time) {
        return at(time).verdict().decision().comparison();
    }

    @Test
    void aStreakThatHadBegunIsOverWhenOnlyOneNodeIsAlive() {
        assertThat(comparisonAt(ONE_ALIVE).streak()).isPositive();
        RoundFacts alone = at(ONE_ALIVE.plusSeconds(5));
        assertThat(alone.verdict().decision().reason()).isEqualTo(Reason.NO_STANDBY);
        assertThat(alone.verdict().decision().comparison().streak()).isZero();
        assertThat(outcome.switchesBetween(Duration.ZERO, TWO_ALIVE)).isEmpty();
    }

    @Test
    void theReturnedNodeNeedsItsThreeWindows() {
        Duration threeWindows = Duration.ofSeconds(3 * 30 * 5);
        assertThat(at(TWO_ALIVE.plus(threeWindows).minusSeconds(5)).verdict().eligible())
                .doesNotContain(SECOND);
        Change moved = outcome.firstAfter(TWO_ALIVE).orElseThrow();
        assertThat(moved.to()).isEqualTo(SECOND);
        assertThat(moved.at()).isGreaterThanOrEqualTo(TWO_ALIVE.plus(threeWindows));
        assertThat(moved.at()).isLessThanOrEqualTo(TWO_ALIVE.plus(threeWindows).plusSeconds(30));
        assertThat(moved.comparison().hysteresis()).isEqualTo(15);
    }

    @Test
    void theThirdNodeLowersTheHysteresisOnlyAfterItsObservation() {
        Duration observed = THREE_ALIVE.plusSeconds(30 * 5);
        assertThat(at(THREE_ALIVE.plusSeconds(10)).verdict().eligible()).doesNotContain(THIRD);
        assertThat(comparisonAt(observed.minusSeconds(5)).k()).isEqualTo(2);
        assertThat(comparisonAt(observed.minusSeconds(5)).hysteresis()).isEqualTo(15);
        assertThat(comparisonAt(observed).k()).isEqualTo(3);
        assertThat(comparisonAt(observed).hysteresis()).isEqualTo(12);
    }
}
