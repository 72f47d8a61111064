package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.load.LoadFormula;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private static final ReplayOptions STEADY = ReplayOptions.of(Profile.STEADY);
    private static final ReplayOptions CLASSIC = ReplayOptions.of(Profile.CLASSIC);

    /** A trace of 5 s rounds of two nodes, a and b, for some rounds; NaN leaves the row out. */
    private static Trace trace(int rounds, IntToDoubleFunction a, IntToDoubleFunction b) throws TraceException {
        StringBuilder rows = new StringBuilder("time,node,cpu\n");
        for (int round = 0; round < rounds; round++) {
            row(rows, round, "a", a.applyAsDouble(round));
            row(rows, round, "b", b.applyAsDouble(round));
        }
        TraceReader reader = new TraceReader(
                "two.csv",
                new StringReader(rows.toString()),
                LoadFormula.weightedSum().weights().keySet());
        return Trace.read("two.csv", reader, Double.POSITIVE_INFINITY);
    }

    private static void row(StringBuilder rows, int round, String node, double cpu) {
        if (!Double.isNaN(cpu)) {
            rows.append(1000 + 5 * round)
                    .append(',')
                    .append(node)
                    .append(',')
                    .append(cpu)
                    .append('\n');
        }
    }

    private static ReplayReport replay(Trace trace, ReplayOptions options) throws TraceException {
        return Replay.run(trace, options, ReplayListener.none());
    }

    @Test
    void aRealOverloadIsLeftOnceAndTheDocumentSaysSo() throws TraceException {
        Trace trace = trace(400, round -> round < 200 ? 20 : 80, round -> 20);
        ReplayReport report = replay(trace, STEADY);
        assertThat(report.trace()).isEqualTo("two.csv");
        assertThat(report.profile()).isEqualTo("steady");
        assertThat(report.intervalS()).isEqualTo(5);
        assertThat(report.rounds()).isEqualTo(400);
        assertThat(report.nodes()).containsExactly("a", "b");
        assertThat(report.coarse()).isFalse();
        assertThat(report.switches()).hasSize(2);
        ReplayReport.Switch first = report.switches().get(0);
        assertThat(first.cause()).isEqualTo("BOOTSTRAP");
        assertThat(first.from()).isNull();
        assertThat(first.round()).isEqualTo(1);
        assertThat(first.time()).isEqualTo(1000);
        assertThat(first.advantage()).isNull();
        ReplayReport.Switch moved = report.switches().get(1);
        assertThat(moved.from()).isEqualTo("a");
        assertThat(moved.to()).isEqualTo("b");
        assertThat(moved.cause()).isEqualTo("PREFERENCE");
        assertThat(moved.reason()).isEqualTo("LESS_LOADED_STANDBY");
        assertThat(moved.hysteresis()).isEqualTo(15);
        assertThat(moved.k()).isEqualTo(2);
        assertThat(moved.round()).isBetween(208L, 220L);
        assertThat(moved.time()).isEqualTo(1000 + 5.0 * (moved.round() - 1));
        assertThat(report.summary().switches()).isEqualTo(1);
        assertThat(report.summary().undone()).isZero();
    }

    @Test
    void costIsThatOfTheRoundsInWhichANodeHadTheRole() throws TraceException {
        Trace trace = trace(400, round -> round < 200 ? 20 : 80, round -> 20);
        ReplayReport report = replay(trace, STEADY.withSwitchCost(1000));
        long busyRounds = report.switches().get(1).round() - 200;
        // The first round has no primary yet; the round of the switch is still the old primary's.
        assertThat(report.summary().countedRounds()).isEqualTo(399);
        double floor = 399 * 20 * 5;
        assertThat(report.summary().floor()).isCloseTo(floor, within(1e-6));
        assertThat(report.summary().cost()).isCloseTo(floor + busyRounds * 60 * 5 + 1000, within(1e-6));
        // In hindsight the role would have been on b from the start.
        assertThat(report.summary().optimum().cost()).isCloseTo(floor, within(1e-6));
        assertThat(report.summary().ratio()).isCloseTo((busyRounds * 300.0 + 2000) / 1000, within(1e-9));
        assertThat(report.summary().regretPoints()).isCloseTo(busyRounds * 60 / 399.0, within(1e-9));
    }

    @Test
    void theRolesLoadMovesWithTheRole() throws TraceException {
        Trace quiet = trace(2000, round -> 20, round -> 20);
        ReplayReport classic = replay(quiet, CLASSIC.withRoleLoad(25));
        assertThat(classic.summary().switches()).isGreaterThan(15);
        assertThat(classic.summary().meanLoad()).isCloseTo(45, within(1e-9));
        assertThat(classic.summary().regretPoints()).isZero();
        ReplayReport steady = replay(quiet, STEADY.withRoleLoad(25));
        assertThat(steady.summary().switches()).isEqualTo(1);
        assertThat(steady.alarms()).containsKey("NO_GAIN");
        assertThat(replay(quiet, CLASSIC).summary().ratio()).isEqualTo(1);
    }

    @Test
    void aHoleOfThePrimaryIsNoDeath() throws TraceException {
        Trace trace = trace(800, round -> round >= 300 && round < 500 ? Double.NaN : 20, round -> 20);
        assertThat(replay(trace, STEADY).switches()).hasSize(1);
        assertThat(replay(trace, STEADY).alarms()).containsKey("PRIMARY_UNMEASURED");
        // The text itself wants a primary with few samples failed over.
        assertThat(replay(trace, CLASSIC).switches())
                .extracting(ReplayReport.Switch::reason)
                .containsExactly("BOOTSTRAP", "PRIMARY_UNAVAILABLE");
    }

    @Test
    void aPrimaryWhoseRowsEndIsTakenOutAndNotFailedOver() throws TraceException {
        Trace trace = trace(400, round -> round < 200 ? 20 : Double.NaN, round -> 20);
        for (ReplayOptions options : List.of(STEADY, CLASSIC)) {
            List<ReplayReport.Switch> switches = replay(trace, options).switches();
            assertThat(switches).hasSize(2);
            assertThat(switches.get(1).cause()).isEqualTo("OPERATOR");
            assertThat(switches.get(1).reason()).isEqualTo("MAINTENANCE");
            assertThat(switches.get(1).round()).isEqualTo(201);
            assertThat(replay(trace, options).lines())
                    .anyMatch(line -> line.endsWith("OPERATOR: the rows of a end here, so it counts as taken out"));
        }
    }

    @Test
    void nodesThatComeAfterAllHaveGoneAreANewGroup() throws TraceException {
        Trace trace = trace(900, round -> round < 300 ? 20 : Double.NaN, round -> round < 600 ? Double.NaN : 20);
        ReplayReport report = replay(trace, STEADY.withInterval(Duration.ofSeconds(5)));
        assertThat(report.switches()).extracting(ReplayReport.Switch::cause).containsExactly("BOOTSTRAP", "BOOTSTRAP");
        assertThat(report.summary().switches()).isZero();
        assertThat(report.summary().countedRounds()).isZero();
        assertThat(report.summary().meanLoad()).isNull();
        assertThat(report.summary().ratio()).isEqualTo(1);
        assertThat(report.lines()).anyMatch(line -> line.contains("nothing to judge"));
        assertThat(report.lines().get(1)).endsWith("BOOTSTRAP: the group had no primary yet");
        assertThat(report.lines().get(2)).endsWith("BOOTSTRAP: the rows of a had ended and nobody was primary");
    }

    @Test
    void sameSeedSameReportAndAnotherSeedAnotherWorld() throws TraceException {
        Trace trace = trace(200, round -> 20, round -> 25);
        ReplayOptions noisy = CLASSIC.withInterpolation(Duration.ofSeconds(1), 5, 7);
        ReplayReport report = replay(trace, noisy);
        assertThat(report.interpolated()).isTrue();
        assertThat(report.rounds()).isEqualTo(199 * 5 + 1);
        assertThat(replay(trace, noisy)).isEqualTo(report);
        assertThat(replay(trace, CLASSIC.withInterpolation(Duration.ofSeconds(1), 5, 8)))
                .isNotEqualTo(report);
    }

    @Test
    void theProfilesLoadDecidesNotTheCpuAlone() throws TraceException {
        TraceReader reader = new TraceReader(
                "m.csv",
                new StringReader(
                        "time,node,cpu,memory\n0,a,10,80\n0,b,10,\n5,a,10,80\n5,b,10,80\n10,a,10,80\n10,b,10,80\n"),
                LoadFormula.weightedSum().weights().keySet());
        ReplayReport report = replay(Trace.read("m.csv", reader, 1e9), CLASSIC);
        assertThat(report.summary().meanLoad()).isCloseTo((0.4 * 10 + 0.3 * 80) / 0.7, within(1e-9));
        assertThat(report.alarms()).containsEntry("PARTIAL", 1L);
    }

    @Test
    void aLoadWithoutCpuIsReplayedFromItsOwnColumns() throws TraceException {
        TreeMap<String, Double> memoryOnly = new TreeMap<>(Map.of("memory", 1.0));
        ReplayOptions options = ReplayOptions.of(interval ->
                PrimarySettings.of(Profile.CLASSIC, interval).with(new LoadFormula(memoryOnly, 0, 0, new TreeMap<>())));
        TraceReader reader = new TraceReader(
                "m.csv",
                new StringReader("time,node,memory\n0,a,80\n0,b,10\n5,a,60\n5,b,10\n10,a,70\n10,b,10\n"),
                memoryOnly.keySet());
        ReplayReport report = replay(Trace.read("m.csv", reader, 1e9), options);
        assertThat(report.summary().countedRounds()).isEqualTo(2);
        assertThat(report.summary().meanLoad()).isEqualTo(65);
    }

    @Test
    void settingsAreMadeForTheRoundsThatTheTraceHas() throws TraceException {
        List<Duration> asked = new ArrayList<>();
        replay(trace(50, round -> 1, round -> 2), ReplayOptions.of(interval -> {
            asked.add(interval);
            return PrimarySettings.of(Profile.STEADY, interval);
        }));
        assertThat(asked).isNotEmpty().allMatch(Duration.ofSeconds(5)::equals);
    }

    @Test
    void peopleGetLinesWithDotsInAnyLocale() throws TraceException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            ReplayReport report = replay(trace(400, round -> round < 200 ? 20.25 : 80, round -> 20), STEADY);
            assertThat(report.lines().get(0)).isEqualTo("two.csv: 2 nodes, 400 rounds of 5 s, profile steady");
            assertThat(report.lines()).anyMatch(line -> line.contains("a -> b  PREFERENCE: a standby has been less"));
            assertThat(report.lines()).anyMatch(line -> line.matches(".*load \\d+\\.\\d+ points on average.*"));
            assertThat(report.lines()).noneMatch(line -> line.matches(".*\\d,\\d.*"));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void coarseRoundsAreSaidToBeCoarse() throws TraceException {
        ReplayReport report = replay(trace(50, round -> 1, round -> 2), STEADY.withInterval(Duration.ofMinutes(1)));
        assertThat(report.coarse()).isTrue();
        assertThat(report.lines().get(1)).startsWith("rounds of 60 s are coarse");
    }

    @Test
    void badOptionsAreRefusedNamingKeyValueAndRange() throws TraceException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STEADY.withRoleLoad(101))
                .withMessage("role-load is 101.0: use points from 0 to 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STEADY.withRoleLoad(Double.NaN))
                .withMessageContaining("role-load is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STEADY.withInterval(Duration.ZERO))
                .withMessage("interval is 0 s: use 0.1 s to 3600 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STEADY.withSwitchCost(-1))
                .withMessageContaining("switch-cost is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReplayOptions(STEADY.settings(), null, 0, null, 3, 1, 3000))
                .withMessageContaining("without interpolate");
        Trace trace = trace(50, round -> 1, round -> 2);
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> replay(trace, STEADY.withInterpolation(Duration.ofSeconds(10), 0, 1)))
                .withMessageContaining("interpolate is 10 s, longer than the trace's own rounds of 5 s");
    }
}
