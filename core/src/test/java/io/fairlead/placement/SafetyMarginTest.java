package io.fairlead.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.Incarnation;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The margin and the weight: exactness, ceilings, and what is refused. */
class SafetyMarginTest {

    @ParameterizedTest
    @CsvSource({
        "20, 10, 4225",
        "65, 10, 400",
        "86, 10, 0",
        "10, 89.5, 0",
        "0, 0, 7225",
        "5, 0, 6400",
        "85, 10, 0",
        "84, 10, 1",
        "84.1, 10, 0",
        "10, 90, 0",
        "10, 88.6, 1",
        "100, 100, 0",
        "70.5, 10, 210"
    })
    void theWeightIsTheSquareOfTheLeastMarginCutToAWholeNumber(double cpu, double memory, int weight) {
        assertThat(PlacementBench.weight(cpu, memory)).isEqualTo(weight);
    }

    @Test
    void theResourceNearestToItsCeilingIsNamed() {
        Margin margin = margin(SafetyMargin.standard(), 20, 60);
        assertThat(margin.binding()).isEqualTo(Metrics.MEMORY);
        assertThat(margin.points()).isEqualTo(30);
        assertThat(margin.distances()).containsEntry(Metrics.CPU, 65.0).containsEntry(Metrics.MEMORY, 30.0);
    }

    @Test
    void aDistanceBelowZeroIsShownAndCountsAsNoMargin() {
        Margin margin = margin(SafetyMargin.standard(), 97, 10);
        assertThat(margin.distances()).containsEntry(Metrics.CPU, -12.0);
        assertThat(margin.points()).isZero();
        assertThat(margin.weight()).isZero();
    }

    @Test
    void eachCeilingCanBeMoved() {
        SafetyMargin cautious = SafetyMargin.standard().with(Metrics.CPU, 60).with(Metrics.MEMORY, 50);
        assertThat(margin(cautious, 20, 10).weight()).isEqualTo(1600);
        assertThat(margin(cautious, 20, 45).binding()).isEqualTo(Metrics.MEMORY);
    }

    @Test
    void aFurtherResourceJoinsWithACeilingOfItsOwn() {
        SafetyMargin sockets = SafetyMargin.standard().with("sockets", 95);
        TreeMap<String, Double> used = new TreeMap<>(metrics(20, 10).values());
        assertThat(sockets.of(new Metrics(used))).as("not measured").isNull();
        used.put("sockets", 90.0);
        Margin margin = Objects.requireNonNull(sockets.of(new Metrics(used)));
        assertThat(margin.binding()).isEqualTo("sockets");
        assertThat(margin.weight()).isEqualTo(25);
    }

    @Test
    void aMetricWithoutACeilingDoesNotCount() {
        TreeMap<String, Double> used = new TreeMap<>(metrics(20, 10).values());
        used.put(Metrics.DISK, 100.0);
        assertThat(Objects.requireNonNull(SafetyMargin.standard().of(new Metrics(used)))
                        .weight())
                .isEqualTo(4225);
    }

    // Field case D07 (c): unknown, never 0 %, never full margin
    @Test
    void aReadingThatFailedLeavesTheMarginUnknown() {
        TreeMap<String, Double> used = new TreeMap<>();
        assertThat(SafetyMargin.standard().of(new Metrics(used))).isNull();
        used.put(Metrics.MEMORY, 10.0);
        assertThat(SafetyMargin.standard().of(new Metrics(used))).isNull();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1, 100.1})
    void aReadingThatIsNoPercentageDoesNotEnter(double cpu) {
        assertThatThrownBy(() -> metrics(cpu, 10)).hasMessageContaining("metric cpu is " + cpu);
    }

    // Field case D24: ceiling 0 and 120
    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 120, 100.001, Double.NaN, Double.POSITIVE_INFINITY})
    void aCeilingThatIsNoPercentageIsRefusedByName(double ceiling) {
        assertThatThrownBy(() -> SafetyMargin.standard().with(Metrics.CPU, ceiling))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ceilings.cpu is " + ceiling + ": use percent above 0 and at most 100");
    }

    @Test
    void otherBadValuesAreRefusedByName() {
        assertThatThrownBy(() -> new SafetyMargin(new TreeMap<>())).hasMessageContaining("ceilings is empty");
        assertThatThrownBy(() -> SafetyMargin.standard().with("CPU", 50)).hasMessageContaining("metric name \"CPU\"");
        assertThatThrownBy(() -> new Margin(new TreeMap<>())).hasMessageContaining("at least one resource");
        TreeMap<String, Double> far = new TreeMap<>();
        far.put(Metrics.CPU, 101.0);
        assertThatThrownBy(() -> new Margin(far)).hasMessageContaining("distance of cpu is 101.0");
        assertThatThrownBy(() -> PlacementSettings.safetyMargin().withSampleTtl(Duration.ZERO))
                .hasMessageContaining("sample-ttl is PT0S: use 1ms to 1h");
        assertThatThrownBy(() -> PlacementSettings.safetyMargin().withSampleTtl(Duration.ofHours(2)))
                .hasMessageContaining("sample-ttl is PT2H");
        assertThatThrownBy(() -> LoadReport.fresh(new Incarnation("1"), -1, metrics(1, 1)))
                .hasMessageContaining("sequence is -1");
        Candidate candidate = PlacementBench.view("a=1/1").candidates().get(0);
        assertThatThrownBy(() -> candidate.report().withSampleAge(Duration.ofSeconds(-1)))
                .hasMessageContaining("sample age is PT-1S");
        assertThatThrownBy(() -> candidate.report().withUptime(Duration.ofDays(40_000)))
                .hasMessageContaining("uptime is");
        assertThatThrownBy(() -> Occupancy.unknown().withCapacity(OptionalDouble.of(0)))
                .hasMessage("capacity is 0.0: use cores above 0 and at most 1000000");
        assertThatThrownBy(() -> Occupancy.unknown().withRooms(OptionalLong.of(-1)))
                .hasMessage("rooms is -1: use 0 or more");
        assertThatThrownBy(() -> Occupancy.unknown().withMemoryLimit(OptionalLong.of(0)))
                .hasMessage("memory limit is 0: use bytes above 0");
        assertThatThrownBy(() -> Occupancy.of(2, 3).withGrowth(OptionalDouble.of(3.5)))
                .hasMessage("growth is 3.5 of 3 rooms: use 0 to the number of rooms");
        assertThatThrownBy(() -> Occupancy.unknown().withGrowth(OptionalDouble.of(Double.NaN)))
                .hasMessage("growth is NaN of unknown rooms: use 0 to the number of rooms");
        assertThatThrownBy(() -> new Candidate(candidate.instance(), candidate.report(), Duration.ofSeconds(-1)))
                .hasMessageContaining("sample age of a is PT-1S");
        assertThatThrownBy(() -> new Claim(candidate.owner(), -1)).hasMessageContaining("epoch is -1");
        assertThatThrownBy(() -> new ServiceView(PlacementBench.SERVICE, List.of(candidate, candidate), true))
                .hasMessageContaining("instance a stands twice in the view of service battle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ws://a b", "ws://a\n", "ws://\u8282"})
    void anEndpointThatCannotStandInOneWordIsRefused(String endpoint) {
        Instance instance = PlacementBench.instance("a");
        assertThatThrownBy(() -> new Instance(instance.id(), instance.node(), endpoint))
                .hasMessageContaining("endpoint of instance a is not 1..255 printable ASCII characters");
    }

    /** The text computes {@code math.Pow(margin, 2)} and cuts it to an int; a product of doubles is the same number. */
    @Test
    void theProductIsWhatTheTextsPowerGives() {
        for (int tenths = 0; tenths <= 850; tenths++) {
            double cpu = tenths / 10.0;
            assertThat(PlacementBench.weight(cpu, 0)).isEqualTo((int) StrictMath.pow(85 - cpu, 2));
        }
        assertThat(StrictMath.pow(64.7, 2)).isCloseTo(64.7 * 64.7, within(0.0));
    }

    private static Metrics metrics(double cpu, double memory) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, memory);
        return new Metrics(metrics);
    }

    private static Margin margin(SafetyMargin ceilings, double cpu, double memory) {
        return Objects.requireNonNull(ceilings.of(metrics(cpu, memory)));
    }
}
