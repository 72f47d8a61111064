package io.fairlead.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.load.Metrics;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.SafetyMargin;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Field case D25
class InstanceAnswerTest {
    private static final Duration FRESH = Duration.ofSeconds(8);

    private static Metrics metrics(double cpu, double memory) {
        TreeMap<String, Double> percents = new TreeMap<>();
        percents.put(Metrics.CPU, cpu);
        percents.put(Metrics.MEMORY, memory);
        return new Metrics(percents);
    }

    private static String up(SafetyMargin ceilings, Metrics metrics, Duration age) {
        return InstanceAnswer.of(InstanceState.UP, ceilings, metrics, age);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 100",
        "0, 5, 100",
        "20, 10, 58",
        "32.94, 10, 38",
        "32.95, 10, 37",
        "65, 10, 6",
        "10, 80, 1",
        "77, 10, 1",
        "85, 10, 1",
        "100, 100, 1"
    })
    void theWeightIsTheMarginSquaredAsWholePercentOfAnIdleMachinesAndNeverNothing(
            double cpu, double memory, int percent) {
        assertThat(up(SafetyMargin.standard(), metrics(cpu, memory), FRESH)).isEqualTo("up ready " + percent + "%");
    }

    @Test
    void ceilingsOfItsOwnCountAndOneBelowAPointLeavesTheLeastWeight() {
        assertThat(up(SafetyMargin.standard().with(Metrics.CPU, 40), metrics(20, 0), FRESH))
                .isEqualTo("up ready 25%");
        assertThat(up(SafetyMargin.standard().with(Metrics.CPU, 0.5), metrics(0, 0), FRESH))
                .isEqualTo("up ready 1%");
    }

    @Test
    void whatIsNotKnownOrTooOldNeverGivesMoreThanTheLeastWeightAndSaysWhy() {
        TreeMap<String, Double> memoryOnly = new TreeMap<>();
        memoryOnly.put(Metrics.MEMORY, 0.0);
        TreeMap<String, Double> cpuOnly = new TreeMap<>();
        cpuOnly.put(Metrics.CPU, 0.0);
        SafetyMargin usual = SafetyMargin.standard();
        assertThat(up(usual, new Metrics(memoryOnly), FRESH)).isEqualTo("up ready 1% #cpu is not known");
        assertThat(up(usual, new Metrics(cpuOnly), FRESH)).isEqualTo("up ready 1% #memory is not known");
        assertThat(up(usual, metrics(0, 0), Duration.ofSeconds(9)))
                .isEqualTo("up ready 1% #the newest reading is too old");
    }

    @Test
    void whoDrainsOrIsInMaintenanceSaysSoWhateverItsLoad() {
        SafetyMargin usual = SafetyMargin.standard();
        assertThat(InstanceAnswer.of(InstanceState.DRAINING, usual, metrics(0, 0), FRESH))
                .isEqualTo("drain");
        assertThat(InstanceAnswer.of(InstanceState.MAINTENANCE, usual, new Metrics(new TreeMap<>()), FRESH))
                .isEqualTo("maint");
    }
}
