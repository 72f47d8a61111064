package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.load.LoadFormula;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.StringReader;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Replays of what a manager recorded, which say who was primary then. */
final class RecordingTest {

    private static final String HEADER = "time,node,cpu,k,hysteresis,streak,primary\n";
    private static final ReplayOptions STEADY = ReplayOptions.of(Profile.STEADY);

    /** The rules know what the role costs, as after some changes. */
    private static final ReplayOptions KNOWN = ReplayOptions.of(
                    interval -> PrimarySettings.of(Profile.STEADY, interval).withRoleLoad(25))
            .withRoleLoad(25);

    private static Trace trace(String text) throws TraceException {
        TraceReader reader = new TraceReader(
                "r.csv",
                new StringReader(text),
                LoadFormula.weightedSum().weights().keySet());
        return Trace.read("r.csv", reader, Double.POSITIVE_INFINITY);
    }

    /** Two nodes of 30 points each, the primary's own work of 25 on top. */
    private static Trace recording(int rounds, IntFunction<String> primary) throws TraceException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int round = 1; round <= rounds; round++) {
            String before = round == 1 ? "" : primary.apply(round - 1);
            for (String node : new String[] {"a", "b"}) {
                rows.append(String.format(
                        Locale.ROOT,
                        "%d,%s,%d,2,15,0,%s%n",
                        5 * round,
                        node,
                        Objects.equals(node, before) ? 55 : 30,
                        primary.apply(round)));
            }
        }
        return trace(rows.toString());
    }

    private static ReplayReport replay(Trace trace, ReplayOptions options) throws TraceException {
        return Replay.run(trace, options, ReplayListener.none());
    }

    /** Nodes whose samples stand on rounds of 5 s; most of them have one in every third round only. */
    private static String sparse(double late) {
        StringBuilder rows = new StringBuilder();
        for (int round = 1; round <= 30; round++) {
            for (int node = 0; node < 3; node++) {
                if ((round + node) % 3 == 0 || round <= 3 || (round == 20 && node == 0)) {
                    rows.append(String.format(
                            Locale.ROOT,
                            "%.3f,%s,30,3,15,0,a%n",
                            5.0 * round + late * (round % 2),
                            "abc".charAt(node)));
                }
            }
        }
        return rows.toString();
    }

    @Test
    void aRecordingIsLaidOnTheRoundsItWasMadeInHoweverManySamplesAreMissing() throws TraceException {
        assertThat(TraceInterval.of(trace(HEADER + sparse(0)))).isEqualTo(Duration.ofSeconds(5));
        // Seen at 10 and 15 s distance only: both are multiples of the round.
        assertThat(TraceInterval.of(trace(HEADER + "0,a,30,1,,0,a\n10,a,30,1,,0,a\n25,a,30,1,,0,a\n35,a,30,1,,0,a\n")))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void timesThatStandOnNoRoundsGiveThoseOfAnyTrace() throws TraceException {
        assertThat(TraceInterval.of(trace(HEADER + sparse(0.007)))).isEqualTo(Duration.ofMillis(14_993));
        String withoutPrimary = sparse(0).replaceAll(",3,15,0,a", "");
        assertThat(TraceInterval.of(trace("time,node,cpu\n" + withoutPrimary))).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void aReplayBeginsWithThePrimaryThatThereWasAndSaysThatItAgrees() throws TraceException {
        ReplayReport report = replay(recording(400, round -> "b"), KNOWN);
        assertThat(report.switches()).hasSize(1);
        assertThat(report.switches().get(0).to()).isEqualTo("b");
        assertThat(report.recorded()).isEqualTo(new ReplayReport.Comparison(0, 400, 400, null));
        assertThat(report.lines()).contains("recorded: 0 switches; the same primary in 400 of 400 rounds");
    }

    /** What the role costs is in the recorded loads: taken for the machine's own it would drive the role away. */
    @Test
    void theRoleLoadOfTheRecordedPrimaryIsTakenOffBeforeItIsPutOnTheOneOfTheReplay() throws TraceException {
        Trace recording = recording(400, round -> "b");
        ReplayReport right = replay(recording, KNOWN);
        assertThat(right.summary().meanLoad()).isBetween(54.9, 55.1);
        ReplayReport without = replay(recording, STEADY);
        assertThat(without.switches()).hasSizeGreaterThan(1);
    }

    @Test
    void whereTheReplayDecidesOtherwiseTheFirstDifferenceIsNamed() throws TraceException {
        ReplayReport report = replay(recording(400, round -> round < 101 ? "a" : "b"), KNOWN);
        assertThat(report.recorded())
                .isEqualTo(new ReplayReport.Comparison(1, 400, 100, new ReplayReport.Difference(101, 505, "b", "a")));
        assertThat(report.lines())
                .contains("recorded: 1 switch; the same primary in 100 of 400 rounds,"
                        + " first another one in round 101, 505 s: a instead of b");
    }

    @Test
    void roundsWithoutAPrimaryAreNotCompared() throws TraceException {
        ReplayReport report = replay(recording(50, round -> round <= 10 ? "" : "b"), KNOWN);
        assertThat(report.recorded()).isEqualTo(new ReplayReport.Comparison(0, 40, 40, null));
    }

    @Test
    void aTraceThatDoesNotSayWhoWasPrimaryIsComparedWithNothing() throws TraceException {
        ReplayReport report = replay(trace("time,node,cpu\n0,a,10\n5,a,10\n"), STEADY);
        assertThat(report.recorded()).isNull();
        assertThat(report.lines()).noneMatch(line -> line.startsWith("recorded"));
    }

    @Test
    void aRecordingMayHaveMetricsThatHaveNoWeightAndOtherTracesMayNot() throws TraceException {
        assertThat(trace("time,node,cpu,k,hysteresis,streak,primary,queue-depth\n0,a,10,1,,0,a,77\n")
                        .metrics())
                .containsExactly("cpu");
        assertThatThrownBy(() -> trace("time,node,cpu,k,hysteresis,streak,queue-depth\n0,a,10,1,,0,77\n"))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("unknown column \"queue-depth\"");
        assertThatThrownBy(() -> trace(HEADER + "0,a,10,1,,0,no node\n"))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("r.csv, line 2, column primary: node id \"no node\" is not an id");
    }
}
