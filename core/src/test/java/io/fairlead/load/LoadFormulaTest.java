package io.fairlead.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.NodeId;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How metrics become a load. */
class LoadFormulaTest {

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    private final SortedMap<NodeId, Metrics> samples = new TreeMap<>();

    @Test
    void aMetricThatNobodyKnowsDropsOutAndTheOthersMakeUpForIt() {
        samples.put(A, metrics("cpu", 60, "memory", 20));
        assertThat(load(A).points()).isCloseTo((0.4 * 60 + 0.3 * 20) / 0.7, within(1e-9));
        assertThat(load(A).partial()).isFalse();
    }

    @Test
    void aMetricThatOneNodeDoesNotKnowCountsThereAsTheHighestOfItsPeers() {
        samples.put(A, metrics("cpu", 20, "disk", 90));
        samples.put(B, metrics("cpu", 20));
        assertThat(load(B).points()).isCloseTo(load(A).points(), within(1e-9));
        assertThat(load(B).partial()).isTrue();
    }

    @Test
    void aMetricWithoutAWeightChangesNoLoadWhoeverReportsIt() {
        for (LoadFormula formula : new LoadFormula[] {LoadFormula.weightedSum(), LoadFormula.withBottleneck()}) {
            samples.put(A, metrics("cpu", 20, "memory", 30));
            samples.put(B, metrics("cpu", 40, "memory", 50));
            SortedMap<NodeId, Load> without = formula.loads(samples);
            samples.put(A, metrics("cpu", 20, "memory", 30, "io-pressure", 100));
            assertThat(formula.loads(samples)).isEqualTo(without);
        }
    }

    @Test
    void aSampleWithoutCpuIsNoSample() {
        samples.put(A, metrics("memory", 20, "disk", 10));
        assertThat(LoadFormula.weightedSum().loads(samples)).isEmpty();
    }

    @Test
    void whereCpuHasNoWeightAnyMetricThatHasOneMakesASample() {
        TreeMap<String, Double> memoryOnly = new TreeMap<>(Map.of("memory", 1.0));
        LoadFormula formula = new LoadFormula(memoryOnly, 0, 0, new TreeMap<>());
        samples.put(A, metrics("memory", 20));
        samples.put(B, metrics("disk", 10));
        assertThat(formula.loads(samples)).containsOnlyKeys(A).containsEntry(A, new Load(20, false));
    }

    @Test
    void aSampleWithoutCpuTellsItsPeersNothing() {
        samples.put(A, metrics("memory", 20, "disk", 90));
        samples.put(B, metrics("cpu", 20));
        assertThat(load(B).points()).isCloseTo(20, within(1e-9));
    }

    @Test
    void aBottleneckCountsByItselfFromItsKneeOn() {
        LoadFormula formula = LoadFormula.withBottleneck();
        samples.put(A, metrics("cpu", 85));
        assertThat(formula.loads(samples).get(A)).isEqualTo(new Load(85, false));
        samples.put(A, metrics("cpu", 30, "memory", 30, "disk", 30, "network", 90));
        assertThat(Objects.requireNonNull(formula.loads(samples).get(A)).points())
                .isCloseTo(36 + 0.5 * 100 / 3, within(1e-9));
        samples.put(A, metrics("cpu", 100, "memory", 100));
        assertThat(formula.loads(samples).get(A)).isEqualTo(new Load(100, false));
    }

    @Test
    void memoryHasAKneeOfItsOwnBecauseCachesFillIt() {
        LoadFormula formula = LoadFormula.withBottleneck();
        samples.put(A, metrics("cpu", 50, "memory", 94));
        double below = Objects.requireNonNull(formula.loads(samples).get(A)).points();
        assertThat(below).isCloseTo((0.4 * 50 + 0.3 * 94) / 0.7, within(1e-9));
    }

    @Test
    void withoutAnyWeightedMetricTheCpuStandsForAll() {
        TreeMap<String, Double> weights = new TreeMap<>();
        weights.put("queue", 1.0);
        samples.put(A, metrics("cpu", 33));
        assertThat(new LoadFormula(weights, 0, 85, new TreeMap<>())
                        .loads(samples)
                        .get(A))
                .isEqualTo(new Load(33, true));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -0.1, 100.1, 1e300})
    void aMetricOutsideZeroToHundredIsRefusedByName(double value) {
        assertThatThrownBy(() -> metrics("disk", value)).hasMessageContaining("metric disk is", "0 to 100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CPU", "cpu load", "9lives", "a.b", "\u00e4"})
    void aMetricNameOutsideTheRuleIsRefused(String name) {
        assertThatThrownBy(() -> metrics(name, 1)).hasMessageContaining("[a-z0-9_-]");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0, -1, 1001})
    void aWeightOutsideItsRangeIsRefusedByName(double weight) {
        TreeMap<String, Double> weights = new TreeMap<>();
        weights.put("cpu", weight);
        assertThatThrownBy(() -> new LoadFormula(weights, 0, 85, new TreeMap<>()))
                .hasMessageContaining("weights.cpu is " + weight);
    }

    @Test
    void otherBadSettingsAreRefusedByName() {
        SortedMap<String, Double> weights = LoadFormula.weightedSum().weights();
        TreeMap<String, Double> knees = new TreeMap<>();
        knees.put("disk", 100.0);
        assertThatThrownBy(() -> new LoadFormula(new TreeMap<>(), 0, 85, new TreeMap<>()))
                .hasMessageContaining("weights is empty");
        assertThatThrownBy(() -> new LoadFormula(weights, 1.5, 85, new TreeMap<>()))
                .hasMessageContaining("bottleneck is 1.5");
        assertThatThrownBy(() -> new LoadFormula(weights, 0, 100, new TreeMap<>()))
                .hasMessageContaining("knee is 100.0");
        assertThatThrownBy(() -> new LoadFormula(weights, 0, 85, knees)).hasMessageContaining("knees.disk is 100.0");
        assertThatThrownBy(() -> new Load(Double.NaN, false)).hasMessageContaining("load is NaN");
    }

    private Load load(NodeId node) {
        return Objects.requireNonNull(LoadFormula.weightedSum().loads(samples).get(node));
    }

    private static Metrics metrics(Object... namesAndValues) {
        TreeMap<String, Double> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).doubleValue());
        }
        return new Metrics(values);
    }
}
