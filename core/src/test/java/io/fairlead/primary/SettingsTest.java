package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings and inputs refuse what cannot be meant, naming key, value and range. Field cases D21 (f), D24. */
class SettingsTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0, -5, 101, Double.POSITIVE_INFINITY})
    void aHysteresisBaseOutsideItsRangeIsRefused(double base) {
        assertThatThrownBy(() -> SwitchRule.literal().hysteresis().withBase(base))
                .hasMessage("hysteresis-base is " + base + ": use above 0, at most 100");
    }

    @Test
    void otherRulesOutsideTheirRangesAreRefusedByName() {
        SwitchRule rule = SwitchRule.literal();
        assertThatThrownBy(() -> rule.hysteresis().withFloor(-1)).hasMessageContaining("hysteresis-floor is -1.0");
        assertThatThrownBy(() -> rule.hysteresis().withNoiseFactor(11)).hasMessageContaining("noise-factor is 11.0");
        assertThatThrownBy(() -> rule.cooldown().with(Duration.ofSeconds(-5), FIVE_SECONDS))
                .hasMessageContaining("cooldown (k=2) is -5.0 s");
        assertThatThrownBy(() -> rule.cooldown().with(FIVE_SECONDS, Duration.ofHours(25)))
                .hasMessageContaining("cooldown (k>=3) is 90000.0 s");
        assertThatThrownBy(() -> rule.cooldown().withRounds(-1)).hasMessageContaining("cooldown-rounds is -1");
        assertThatThrownBy(() -> rule.withCeiling(0)).hasMessageContaining("ceiling is 0.0");
        assertThatThrownBy(() -> rule.withCeiling(120)).hasMessageContaining("ceiling is 120.0");
        assertThatThrownBy(() -> rule.withConfirmations(new ByGroupSize(4, 0, 2)))
                .hasMessageContaining("confirmations (k=3) is 0");
        assertThatThrownBy(() -> rule.withWarmUpWindows(new ByGroupSize(4, 3, 21)))
                .hasMessageContaining("warm-up-windows (k=4) is 21");
        assertThatThrownBy(() -> new ByGroupSize(-1, 0, 0)).hasMessageContaining("negative");
    }

    @Test
    void badTimesAndRoleLoadsAreRefusedByName() {
        assertThatThrownBy(() -> PrimarySettings.of(Profile.STEADY, Duration.ofMillis(99)))
                .hasMessageContaining("sample-interval is 0.099 s");
        assertThatThrownBy(() -> PrimarySettings.of(Profile.STEADY, Duration.ofHours(2)))
                .hasMessageContaining("sample-interval is 7200.0 s");
        PrimarySettings settings = PrimarySettings.of(Profile.STEADY, FIVE_SECONDS);
        assertThatThrownBy(() -> settings.withRoleLoad(Double.NaN)).hasMessageContaining("role-load is NaN");
        assertThatThrownBy(() -> settings.withHeartbeatTimeout(Duration.ZERO))
                .hasMessageContaining("heartbeat-timeout is 0.0 s");
        assertThatThrownBy(() -> Profile.of("fast")).hasMessage("profile is \"fast\": use classic or steady");
    }

    @Test
    void badObservationsAreRefusedByName() {
        NodeObservation node = NodeObservation.fresh("i", 1, Metrics.ofCpu(10));
        assertThatThrownBy(() -> node.withCapacity(0)).hasMessageContaining("capacity is 0.0");
        assertThatThrownBy(() -> node.withCapacity(Double.NaN)).hasMessageContaining("capacity is NaN");
        assertThatThrownBy(() -> node.withRoleLoad(-1)).hasMessageContaining("role load is -1.0");
        assertThatThrownBy(() -> node.withHeartbeatAge(Duration.ofSeconds(-1)))
                .hasMessageContaining("heartbeat age is PT-1S");
        assertThatThrownBy(() -> Observation.of(Duration.ofSeconds(-1), new TreeMap<>()))
                .hasMessageContaining("at is PT-1S");
        assertThatThrownBy(() -> new Orders(Observe.OFF, Pause.OFF, false, Bench.node("a"), null))
                .hasMessageContaining("no switchover");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void noHysteresisIsDefinedForFewerThanTwoNodes(int k) {
        assertThatThrownBy(() -> SwitchRule.literal().hysteresis().at(k)).hasMessageContaining("at least two nodes");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void oneNodeKeepsTheRoleAndIsComparedWithNobody(Profile profile) {
        Bench bench = new Bench(PrimarySettings.of(profile, FIVE_SECONDS)).rounds(200, "a=99");
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_STANDBY);
        assertThat(bench.decision().comparison().k()).isEqualTo(1);
        assertThat(bench.hasAlarm(Alarm.Kind.NO_STANDBY)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void noNodeAtAllIsAnAnswerToo(Profile profile) {
        PrimarySelector selector = new PrimarySelector(PrimarySettings.of(profile, FIVE_SECONDS));
        Evaluation evaluation = selector.evaluate(GroupState.initial(), Observation.of(Duration.ZERO, new TreeMap<>()));
        assertThat(evaluation.decision().kind()).isEqualTo(Decision.Kind.NO_PRIMARY);
        assertThat(evaluation.decision().reason()).isEqualTo(Reason.NO_NODE_ALIVE);
    }

    @ParameterizedTest
    @EnumSource(Safeguard.class)
    void everySafeguardCanBeTurnedOffByItself(Safeguard safeguard) {
        PrimarySettings settings =
                PrimarySettings.of(Profile.STEADY, FIVE_SECONDS).without(safeguard);
        assertThat(settings.has(safeguard)).isFalse();
        assertThat(settings.safeguards()).hasSize(Safeguard.values().length - 1);
        assertThat(new Bench(settings).rounds(150, "a=40 b=30 c=20").primary()).isNotEqualTo("nobody");
    }

    @Test
    void theDefaultsOfSteadyAreThoseOfItsDescription() {
        PrimarySettings steady = PrimarySettings.of(Profile.STEADY, FIVE_SECONDS);
        assertThat(steady.averaging().window()).isEqualTo(30);
        assertThat(steady.averaging().weight()).isEqualTo(2.0 / 31);
        assertThat(steady.rule().hysteresis().at(2, 0)).isEqualTo(15);
        assertThat(steady.rule().hysteresis().at(9, 10)).isEqualTo(26);
        assertThat(steady.rule().cooldown().at(3, Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(900));
        assertThat(steady.fixedRoleLoad()).isEqualTo(OptionalDouble.empty());
        assertThat(steady.warnings()).isEmpty();
    }
}
